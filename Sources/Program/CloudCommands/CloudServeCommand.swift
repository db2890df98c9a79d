import ArgumentParser
import ChatModel
import CloudClient
import CloudCore
import CloudModel
import CloudPlanFile
import CloudRules
import CloudServer
import CloudStorage
import CommandSupport
import Foundation
import LocalFiles
import Logging
import PostgresClient
import Processes
import UnixSignals

#if canImport(Glibc)
import Glibc
#endif

struct CloudServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run a cloud in the foreground.",
    discussion: """
      Without options this runs the embedded cloud of this machine, at its socket. Over TCP \
      everyone who can connect may create an account, so listen only on networks that you trust, \
      and with TLS where others than this machine can connect. \
      The administrator token is in the file ‘admin.token’ of the cloud's folder. Everyone who has \
      it can administer the cloud, except for backups. Over TCP the cloud also has pages for a \
      browser, which show what it keeps.

      With --config it runs the server of a file that ‘zonechat cloud setup’ has written. SIGHUP \
      then reads the certificate again, and a service manager is told when the server is ready.
      """)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Run the server that this file describes.",
      discussion: "The file takes the place of the options for addresses, TLS and data.",
      valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Listen on this address; port 0 picks a free one.", valueName: "host:port"))
  var listen: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Use TLS, with the certificates in this PEM file, the server's own first.",
      discussion: "The file is read again when it has changed.", valueName: "file"),
    completion: .file())
  var tlsCertificate: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The PEM file with the key of the first certificate.", valueName: "file"),
    completion: .file())
  var tlsKey: String?

  @Flag(name: .long, help: "Use TLS, with an authority that the cloud makes and keeps itself.")
  var tlsSelfMade = false

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Take another authority than the cloud has had, with --tls-self-made.",
      discussion: "For a cloud whose authority is lost. Everybody needs a new link."))
  var tlsSelfMadeAgain = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Use TLS as Apple's host, by an authority of the cloud's own in this folder; made if missing.",
      discussion: "For clients that know no other address than api.apple-cloudkit.com.",
      valueName: "dir"),
    completion: .directory)
  var tlsAppleHost: String?

  @Flag(name: .long, help: "Listen without TLS also where the network can reach the cloud.")
  var insecure = false

  @Option(
    name: .long, help: ArgumentHelp("Listen on this Unix socket.", valueName: "path"),
    completion: .file())
  var socket: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Begin the addresses in answers with this URL, for a cloud behind a proxy.", valueName: "url")
  )
  var publicURL: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Name this page as the place of the program, where a browser shows a link of the server.",
      valueName: "url"))
  var programURL: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Trust X-Forwarded-For and X-Forwarded-Proto from this proxy; may be repeated.",
      valueName: "address"))
  var trustedProxy: [String] = []

  @Option(
    name: .long, help: ArgumentHelp("Keep all data in this folder.", valueName: "dir"),
    completion: .directory)
  var data: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep the data in this PostgreSQL, also the files of assets; secrets stay in the folder.",
      discussion: """
        For example postgres://chat@db.example.org/chat. A password must not be in the address: put it into \
        ~/.pgpass, or the whole address into ZONECHAT_DATABASE_URL and give postgres:// here.
        """, valueName: "address"))
  var storage: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Give this one of several servers on a PostgreSQL this name, the same at every start.",
      discussion: """
        Letters, digits and hyphens. It is in the addresses of polls (/courier/NAME/) and uploads (/uploads/NAME/), so \
        that a proxy finds the server.
        """, valueName: "name"))
  var instance: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep the files of assets in this folder, which all servers on a PostgreSQL must see, and not in the database.",
      valueName: "dir"), completion: .directory)
  var assets: String?

  @Flag(name: .long, help: "Keep all data in memory only.")
  var ephemeral = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the cloud's addresses to this file when it is ready, and remove it at the end.",
      valueName: "file"),
    completion: .file())
  var readyFile: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Go on serving for this long when it is asked to end, while /extension/ready says so.",
      discussion: "For a load balancer. Asked again, it ends at once.", valueName: "seconds"))
  var drain: UInt16?

  @Flag(name: .long, help: "End when the process that has started this one ends.")
  var exitWithParent = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Create the containers and accounts in this TOML file; - reads standard input.",
      valueName: "file"),
    completion: .file())
  var containers: String?

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      "Begin with this export of a cloud; needs --ephemeral.",
      discussion: "It may be missing if --export-on-exit names the same file.", valueName: "file"),
    completion: .file())
  var importFile: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Export the whole cloud to this file when it ends; needs --ephemeral.",
      discussion: "A file that is there is replaced, when the new one is whole.", valueName: "file"),
    completion: .file())
  var exportOnExit: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Make the same names and tokens each time, for tests; needs --ephemeral.",
      discussion: "Everybody can guess them.", valueName: "number"))
  var seed: UInt64?

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Show administrators the length of texts, and the texts only if they ask for them.",
      discussion: "They ask with --reveal, and the administrators' log notes it."))
  var hideTexts = false

  @Flag(name: .long, help: "Keep the bodies of requests in the journal, for tests.")
  var journalBodies = false

  @Flag(name: .long, help: "Write a line for each request to standard error.")
  var accessLog = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep the administrator token in this file; created if missing.", valueName: "file"),
    completion: .file())
  var adminTokenFile: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep the encryption key in this file; it is created for a new cloud.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The lowest level to log: trace, debug, info, notice, warning, error, critical.",
      valueName: "level"),
    completion: .list(Logger.Level.allCases.map(\.rawValue)), transform: Log.level)
  var logLevel: Logger.Level?

  @Flag(name: .long, help: .hidden)
  var embedded = false

  @Option(name: .long, help: .hidden)
  var readyDescriptor: Int32?

  func validate() throws {
    if let storage {
      guard PostgresAddress.isAddress(storage) else {
        throw ValidationError(
          "‘\(storage)’ is not an address of PostgreSQL. Write postgres://USER@HOST/DATABASE.")
      }
      guard config != nil || data != nil else {
        throw ValidationError(
          "--storage needs --data: secrets, and what is being received, are kept in that folder.")
      }
    }
    for (name, value) in [("--instance", instance), ("--assets", assets)]
    where value != nil && storage == nil {
      throw ValidationError("\(name) needs --storage: only servers on a PostgreSQL can be several.")
    }
    if let instance, instance.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9-]{0,31}/) == nil {
      throw ValidationError(
        "‘\(instance)’ is not a name of a server. It has 1 to 32 letters, digits and hyphens.")
    }
    if config != nil {
      let replaced: [(name: String, isThere: Bool)] = [
        ("--listen", listen != nil), ("--socket", socket != nil), ("--data", data != nil),
        ("--public-url", publicURL != nil), ("--program-url", programURL != nil),
        ("--trusted-proxy", !trustedProxy.isEmpty),
        ("--tls-certificate", tlsCertificate != nil), ("--tls-key", tlsKey != nil),
        ("--tls-self-made", tlsSelfMade), ("--containers", containers != nil),
        ("--ephemeral", ephemeral), ("--seed", seed != nil), ("--embedded", embedded),
        ("--hide-texts", hideTexts),
      ]
      let forTests: [(name: String, isThere: Bool)] = [
        ("--tls-apple-host", tlsAppleHost != nil), ("--import", importFile != nil),
        ("--export-on-exit", exportOnExit != nil), ("--journal-bodies", journalBodies),
      ]
      if let name = forTests.first(where: { $0.isThere })?.name {
        throw ValidationError("\(name) is for clouds of tests, and cannot be used with --config.")
      }
      if let name = replaced.first(where: { $0.isThere })?.name {
        throw ValidationError("\(name) cannot be used with --config. Write it into the file.")
      }
      return
    }
    if ephemeral, data != nil { throw ValidationError("--ephemeral cannot be used with --data.") }
    if seed != nil, !ephemeral { throw ValidationError("--seed needs --ephemeral.") }
    if importFile != nil, !ephemeral { throw ValidationError("--import needs --ephemeral.") }
    if exportOnExit != nil, !ephemeral {
      throw ValidationError("--export-on-exit needs --ephemeral.")
    }
    if ephemeral, keyFile != nil {
      throw ValidationError("--ephemeral cannot be used with --key-file.")
    }
    if let listen, ServerFile.Listener(listen) == nil {
      throw ValidationError(
        "‘\(listen)’ is not an address. Write host:port, for example 127.0.0.1:0.")
    }
    try validateTLS()
    if TrustedProxies(trustedProxy) == nil {
      throw ValidationError(
        "--trusted-proxy must be the IP address of a proxy, for example 127.0.0.1.")
    }
    if let programURL, !ServerFile.isPage(programURL) {
      throw ValidationError(
        "‘\(programURL)’ is not the address of a page. Write https://host/path.")
    }
    if let publicURL, PublicURL(publicURL) == nil {
      throw ValidationError(
        "‘\(publicURL)’ is not a public URL. Write https://host or https://host:port, without a "
          + "path."
      )
    }
  }

  /// Bytes without TLS are for this machine alone, unless somebody wants it otherwise.
  private func validateTLS() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key need each other.")
    }
    if tlsSelfMade, tlsCertificate != nil {
      throw ValidationError("--tls-self-made cannot be used with --tls-certificate.")
    }
    if tlsSelfMadeAgain, !tlsSelfMade {
      throw ValidationError("--tls-self-made-again needs --tls-self-made.")
    }
    if tlsSelfMade, ephemeral {
      throw ValidationError(
        "--tls-self-made cannot be used with --ephemeral: the authority is kept with the data.")
    }
    if tlsAppleHost != nil, tlsSelfMade || tlsCertificate != nil {
      throw ValidationError(
        "--tls-apple-host cannot be used with \(tlsSelfMade ? "--tls-self-made" : "--tls-certificate")."
      )
    }
    let hasTLS = tlsSelfMade || tlsCertificate != nil || tlsAppleHost != nil
    if insecure, hasTLS {
      throw ValidationError("--insecure cannot be used with TLS.")
    }
    guard let listen, let address = ServerFile.Listener(listen) else {
      if hasTLS { throw ValidationError("TLS needs --listen HOST:PORT.") }
      return
    }
    if !hasTLS, !insecure, !address.isLoopback {
      throw ValidationError(
        "\(listen) can be reached from the network, and plain HTTP shows passphrases and texts to it. "
          + "Give --tls-certificate and --tls-key, or --tls-self-made, or listen on 127.0.0.1 behind a "
          + "proxy. --insecure listens there in spite of that.")
    }
  }

  private func readSettings(_ embeddedCloud: EmbeddedCloud) throws -> ServeSettings {
    if let config {
      let file = try ServerFile(named: config, allowsPlainNetwork: insecure)
      try file.requireOwnFiles()
      return ServeSettings(file)
    }
    var settings = ServeSettings()
    settings.isEmbedded = data == nil && !ephemeral
    if !ephemeral {
      settings.directory = data.map { URL(fileURLWithPath: $0) } ?? embeddedCloud.directory
    }
    settings.socketPath =
      socket ?? (listen == nil && settings.isEmbedded ? embeddedCloud.socket.path : nil)
    settings.listeners = listen.flatMap { ServerFile.Listener($0) }.map { [$0] } ?? []
    if let tlsCertificate, let tlsKey {
      settings.identity = .files(chain: tlsCertificate, key: tlsKey)
    } else if tlsSelfMade || tlsAppleHost != nil {
      settings.identity = .selfMade
    }
    settings.appleHostFolder = tlsAppleHost
    settings.publicURL = publicURL
    settings.program = programURL
    settings.trustedProxies = trustedProxy
    settings.containers = containers
    settings.hidesTexts = hideTexts
    return settings
  }

  func run() async throws {
    let parent = getppid()
    let readyFile = readyFile.map { ReadyFile(path: $0) }
    let embeddedCloud = EmbeddedCloud(paths: Paths(environment: Live.environment))
    let settings = try readSettings(embeddedCloud)
    let lock = try await claim(settings)
    defer { withExtendedLifetime(lock) {} }
    guard settings.socketPath != nil || !settings.listeners.isEmpty else {
      throw Failure(
        "The cloud has no address. Use --socket PATH or --listen HOST:PORT.", code: .usage)
    }
    let plan = try settings.containers.map { try ContainersFile(named: $0) }
    let (imported, exported) = (importFile.map(ExportFile.init), exportOnExit.map(ExportFile.init))
    try exported?.check()
    // Nobody may take an earlier cloud's address for this one's; that of a cloud that runs was left alone.
    try readyFile?.clear()
    if settings.isEmbedded { try embeddedCloud.setStoppedOnPurpose(false) }
    let (warnings, warn) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingNewest(1))
    var configuration = try makeConfiguration(settings, plan)
    configuration.freeSpaceWarning = settings.warning.map { warning in
      FreeSpaceWarning(bytes: warning.freeBytes) { warn.yield($0) }
    }
    let (readiness, ready) = AsyncStream.makeStream(of: Void.self)
    // An embedded cloud may inherit the manager of whoever has started it.
    let service = ServiceManager(environment: config == nil ? [:] : Live.environment)
    do {
      let logger = Log.cloud(level: logLevel)
      let store = try CloudHost.openStore(configuration, logger: logger)
      let certificate = try makeCertificate(
        settings, for: configuration, of: store, logger: logger)
      configuration.certificate = certificate
      let host = try CloudHost(
        configuration: configuration, surroundings: Live.surroundings, logger: logger,
        requestLogger: accessLog ? Log.requests() : logger, store: store,
        onReady: { addresses in
          ready.yield()
          try announce(addresses, certificate, settings, in: readyFile)
          service.tell(.ready(settings.status))
        })
      if let imported, imported.isThere || imported.path != exported?.path {
        try await imported.read(into: host)
      }
      async let _: Void = Self.tell(warnings, to: settings.warning?.command, logger: logger)
      try await serve(
        Served(
          host: host, certificate: certificate, service: service, status: settings.status,
          exported: exported),
        parent: parent, readiness: readiness)
    } catch {
      try? readyFile?.remove()  // Why the cloud has failed matters more.
      if let folder = settings.directory?.path, let full = HostError(diskFull: error, in: folder) {
        throw full
      }
      throw plan?.located(error) ?? error
    }
    try readyFile?.remove()
  }

  private func makeConfiguration(
    _ settings: ServeSettings, _ plan: ContainersFile?
  ) throws -> CloudHost.Configuration {
    var configuration = CloudHost.Configuration(
      storage: settings.directory.map { StoreLocation.directory($0.path) } ?? .inMemory,
      unixSocketPath: settings.socketPath,
      limits: Self.connectionLimits(
        hasSocket: settings.socketPath != nil, hasTCP: !settings.listeners.isEmpty),
      version: Version.current,
      administratorTokenFile: adminTokenFile,
      plan: settings.plan(plan?.plan ?? CloudPlan()))
    configuration.listeners = settings.tcpListeners
    configuration.atRestKeyFile = keyFile
    configuration.database = try storage.map {
      try PostgresAddress(argument: $0, environment: Live.environment)
    }
    configuration.drain = .seconds(drain ?? 0)
    configuration.instance = instance
    configuration.assetsFolder = assets
    configuration.seed = seed
    configuration.journalKeepsBodies = journalBodies
    configuration.defaultSchema = ChatSchema.text
    configuration.trustedProxies = TrustedProxies(settings.trustedProxies) ?? .none
    configuration.publicURL = settings.publicURL.flatMap(PublicURL.init)
    configuration.serverName = settings.name
    configuration.programURL = settings.program
    configuration.hidesTexts = settings.hidesTexts
    return configuration
  }

  /// Nil without TLS.
  private func makeCertificate(
    _ settings: ServeSettings, for configuration: CloudHost.Configuration,
    of store: any CloudStore, logger: Logger
  ) throws -> ServerCertificate? {
    switch settings.identity {
    case .files(let chain, let key):
      return try ServerCertificate.files(chain: chain, key: key, logger: logger)
    case .selfMade where settings.appleHostFolder != nil:
      return try settings.appleHostFolder.map { folder in
        try NamedFolder.make(URL(fileURLWithPath: folder), mode: 0o700)
        return try ServerCertificate.selfMade(
          in: folder, names: [AppleHost.name] + configuration.certificateNames,
          serverName: "the tests of this machine", surroundings: Live.surroundings, logger: logger)
      }
    case .selfMade:
      guard let directory = settings.directory else { return nil }
      let names = configuration.certificateNames
      return try ServerCertificate.selfMade(
        in: directory.path + "/tls", names: names,
        serverName: settings.name ?? names.first ?? "this machine", of: store,
        isNewAllowed: tlsSelfMadeAgain, surroundings: Live.surroundings, logger: logger)
    case .proxies, .nobody: return nil
    }
  }

  /// Reserves a share of the open files for the socket, which connections over TCP cannot use up.
  private static func connectionLimits(hasSocket: Bool, hasTCP: Bool) -> ConnectionLimits {
    let files = OpenFiles.raiseLimit()
    let local = hasTCP ? min(1000, files / 4) : min(10_000, files)
    return ConnectionLimits(
      connections: hasSocket ? min(10_000, files - local) : min(10_000, files),
      localConnections: local)
  }

  /// Locks the folder, so that only one cloud uses it; nil without a folder.
  private func claim(_ settings: ServeSettings) async throws -> FileLock? {
    guard let directory = settings.directory else { return nil }
    if !settings.isEmbedded { try NamedFolder.make(directory, mode: 0o700) }
    try Paths.makePrivateDirectory(directory)
    let file = directory.appendingPathComponent("server.lock")
    // A cloud that is ending releases the lock in a moment; only a person is told at once.
    let start = Live.clock.now
    while true {
      if let lock = try FileLock.tryAcquire(file) { return lock }
      guard embedded else {
        throw Failure(
          "A cloud already uses \(directory.path). Stop it first; "
            + "‘zonechat cloud stop’ stops the embedded cloud.")
      }
      guard start.duration(to: Live.clock.now) < .seconds(EmbeddedCloud.takeoverSeconds) else {
        throw Failure(
          "Another cloud uses \(directory.path) and does not answer. ‘fuser \(file.path)’ names its process. End "
            + "that process.")
      }
      // A released lock tells nobody.
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// A cloud that runs, and what a signal may mean for it.
  private struct Served {
    var host: CloudHost
    var certificate: ServerCertificate?
    var service: ServiceManager
    var status: String
    /// Where the cloud is exported to when it ends.
    var exported: ExportFile?
  }

  /// Returns only when the host has ended: the host first answers the requests that it has accepted.
  private func serve(
    _ served: Served, parent: pid_t, readiness: AsyncStream<Void>
  ) async throws {
    let host = served.host
    // Before anybody hears that the cloud is ready, who may then end it at once.
    let signals = await UnixSignalsSequence(trapping: trappedSignals)
    async let _: Void = obey(signals, served)
    async let _: Void = stopWithout(parent, host)
    async let _: Void = stopWhenIdle(host)
    async let _: Void = stopWithoutSocket(host, after: readiness)
    try await host.run { try await served.exported?.write(host) }
  }

  /// Whether a hang-up asks to read the certificate again: for a server that no terminal has started.
  private var rereadsAtHangUp: Bool { config != nil && isatty(STDIN_FILENO) == 0 }

  /// The end of the terminal is an end like the others, except under nohup, where it is ignored.
  private var trappedSignals: [UnixSignal] {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    let isIgnored =
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
    return [.sigterm, .sigint] + (isIgnored && !rereadsAtHangUp ? [] : [.sighup])
  }

  private func obey(_ signals: UnixSignalsSequence, _ served: Served) async {
    for await signal in signals {
      if signal == .sighup, rereadsAtHangUp {
        served.service.tell(.reloading(microseconds: Live.uptimeNanoseconds() / 1000))
        // Whoever asks for it gets the newest one, and the log says why it cannot be used.
        _ = served.certificate?.facts()
        served.service.tell(.ready(served.status))
      } else {
        served.service.tell(.stopping)
        served.host.stop()
      }
    }
  }

  /// Runs a program for each warning, one after the other, and gives it the sentence to read.
  private static func tell(
    _ warnings: AsyncStream<String>, to command: String?, logger: Logger
  ) async {
    guard let command else { return }
    var environment = Live.environment
    environment["NOTIFY_SOCKET"] = nil
    for await sentence in warnings {
      let result = await Child.runAside(
        [command], environment: environment, input: sentence + "\n", output: .discarded,
        .killed(after: .seconds(60)))
      guard result?.code != 0 else { continue }
      let end = result.map { "ended with code \($0.code)" } ?? "did not end in a minute"
      logger.warning("\(command), which should tell of the disk, \(end)")
    }
  }

  /// Ends the host when the process that has started this one is gone.
  ///
  /// Where the system does not report that end, this function checks it five times a second.
  private func stopWithout(_ parent: pid_t, _ host: CloudHost) async throws {
    guard exitWithParent else { return }
    // PR_SET_PDEATHSIG would tell of the end of the thread that has started this process.
    let end = ProcessEnd(of: parent)
    // A parent that has ended before may have given its number to another process.
    if let end, getppid() == parent { await end.wait() }
    try Task.checkCancellation()
    while end == nil, getppid() == parent { try await Task.sleep(for: .milliseconds(200)) }
    host.stop()
  }

  /// Ends an embedded host that nobody can reach any more, so that the next process that needs the cloud can start it.
  private func stopWithoutSocket(_ host: CloudHost, after readiness: AsyncStream<Void>) async {
    guard embedded else { return }
    for await _ in readiness { break }
    await EmbeddedCloud(paths: Paths(environment: Live.environment)).untilSocketIsGone()
    host.stop()
  }

  /// Ends an embedded host when nobody has been connected for a while.
  private func stopWhenIdle(_ host: CloudHost) async throws {
    guard embedded else { return }
    let limit = TimeInterval(EmbeddedCloud.idleSeconds)
    var uses = host.uses().makeAsyncIterator()
    repeat {
      while let since = host.idleSince {
        let idle = Live.now().timeIntervalSince(since)
        if idle >= limit { return host.stop() }
        // The limit cannot be reached earlier, so the host need not be asked before.
        try await Task.sleep(for: .seconds(max(1, limit - idle)))
      }
    } while await uses.next() != nil
  }

  private func announce(
    _ addresses: CloudHost.Addresses, _ certificate: ServerCertificate?, _ settings: ServeSettings,
    in readyFile: ReadyFile?
  ) throws(Failure) {
    if let readyDescriptor {
      var byte = UInt8(ascii: "\n")
      _ = write(readyDescriptor, &byte, 1)
      close(readyDescriptor)
    }
    try readyFile?.write(addresses)
    guard !embedded else { return }
    guard config == nil else {
      return Output.note(
        "The server listens at \(addresses.urls.joined(separator: " and ")). Links begin with "
          + "\(settings.publicURL ?? "").")
    }
    Output.note(
      "The cloud listens at \(addresses.urls.joined(separator: " and ")). Ctrl+C stops it.")
    if addresses.tcp != nil, let url = publicURL ?? addresses.urls.last {
      Output.note("Look into it in a browser: \(url)")
      if let tlsAppleHost, let port = addresses.tcp?.port {
        for line in AppleHost(folder: tlsAppleHost, port: port).lines { Output.note(line) }
      } else if let pin = certificate?.authorityPin {
        Output.note(
          "Clients trust it with --ca FILE: the file is ‘tls/authority.pem’ in the cloud's folder.")
        if let origin = publicURL.flatMap({ ServerOrigin($0) }) {
          let link = ServerLink(place: ServerPlace(origin: origin, pin: pin))
          Output.note("Or by a link that names it: \(link)")
        }
      }
      if addresses.administratorToken != nil, readyFile == nil {
        Output.note("To sign in there as administrator, start it with --admin-token-file FILE.")
      }
    }
  }
}
