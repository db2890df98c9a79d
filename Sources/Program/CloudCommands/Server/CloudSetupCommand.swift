import ArgumentParser
import CloudClient
import CloudModel
import CloudPlanFile
import CloudServer
import CloudWire
import CommandSupport
import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

struct CloudSetupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "Make this machine a server for other machines.",
    discussion: """
      Asks at a terminal for what no option says: by which name people reach the server, who says \
      that it is this server, and who may make an account. Then it writes the file of the server \
      and, where no package has done so, the units for systemd; starts the server, checks it like \
      ‘zonechat cloud doctor’, and prints the first invitation. Without a terminal nothing is asked.

      EXAMPLES
        sudo zonechat cloud setup
        sudo zonechat cloud setup --address 192.168.1.5:8443 --self-made
      """)

  @Option(
    name: .long, help: ArgumentHelp("What people read when they join.", valueName: "name"))
  var name: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The address with which links begin: https://HOST.", valueName: "url"))
  var address: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Your own certificate with its whole chain, a PEM file.", valueName: "file"),
    completion: .file())
  var certificate: String?

  @Option(
    name: .long, help: ArgumentHelp("The PEM file with its key.", valueName: "file"),
    completion: .file())
  var key: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The IP address of a proxy that has the certificate; may be repeated.",
      valueName: "address"))
  var proxy: [String] = []

  @Flag(name: .long, help: "Let the server make an authority of its own, which links carry.")
  var selfMade = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Who may make an account: invitation (who has one), open (everybody) or closed.",
      valueName: "policy"))
  var signUp: SignUpPolicy?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Listen on this address; may be repeated. The default is the port of the server's address "
        + "everywhere, or 127.0.0.1:8080 behind a proxy.", valueName: "host:port"))
  var listen: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep all data in this folder; the default is \(ServerFile.standardData).", valueName: "dir"),
    completion: .directory)
  var data: String?

  @Flag(name: .long, help: "Only write the files.")
  var noStart = false

  @Flag(name: .long, help: "Replace an existing file; it is kept beside the new one.")
  var force = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write this file; the default is \(ServerFile.standardPath).", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Write the units into this folder.", valueName: "dir"),
    completion: .directory)
  var unitFolder: String?

  private var path: String {
    URL(fileURLWithPath: config ?? ServerFile.standardPath).standardizedFileURL.path
  }

  /// Whether everything is where the units expect it, which may write nowhere else.
  private var isAtUsualPlaces: Bool { path == ServerFile.standardPath && data == nil }

  /// Whether units of systemd run the server of the file.
  private var hasUnits: Bool {
    isAtUsualPlaces && (unitFolder == nil || unitFolder == Self.usualUnitFolder)
  }

  private static let usualUnitFolder = "/etc/systemd/system"

  func validate() throws {
    guard (certificate == nil) == (key == nil) else {
      throw ValidationError("--certificate and --key need each other.")
    }
    guard [certificate != nil, !proxy.isEmpty, selfMade].count(where: { $0 }) <= 1 else {
      throw ValidationError("--certificate, --proxy and --self-made cannot be used together.")
    }
    if let address, SetupAnswers.origin(of: address) == nil {
      throw ValidationError("--address must be https://HOST or https://HOST:PORT.")
    }
    if let name, !VisibleName.isValid(name) {
      throw ValidationError("--name must have 1 to 64 characters that can be seen.")
    }
    if let wrong = listen.first(where: { ServerFile.Listener($0) == nil }) {
      throw ValidationError("‘\(wrong)’ is not an address. Write host:port, for example [::]:443.")
    }
  }

  func run() async throws {
    guard force || FileStatus(link: path) == nil else {
      throw Failure(
        "There is a server file already: \(path). ‘\(Sudo.cloudCommand("doctor"))’ checks its server; --force "
          + "replaces it."
      )
    }
    let (answered, hook) = try answeredFile()
    let text = ServerFileText(answered).text
    // What was asked for is held against the rules of the file before anything is written.
    let file = try ServerFile(text: text, path: path)
    var obstacle: String?
    if hasUnits { obstacle = await Systemd(.system, environment: Live.environment).obstacle() }
    let isStarted = hasUnits && !noStart && obstacle == nil
    if isStarted || hook != nil { try requireUser() }
    if isAtUsualPlaces, hook == nil { try await requireReadable(file) }
    try makeFolder(of: path)
    try await hook?.install()
    try writeUnits()
    let former = try? String(contentsOfFile: path, encoding: .utf8)
    if former != text, FileStatus(link: path) != nil { try ServerFiles.keep(path) }
    try ServerFiles.write(text, to: path, mode: 0o640, isForServer: true)
    Output.note("The server's file is \(path).")
    sayMove(to: file, from: former)
    if let backup = file.backup, isAtUsualPlaces, geteuid() == 0, ServerFiles.hasUser {
      try ServerFiles.makeServerFolder(backup.folder)
    }
    sayProxy(file)
    if isStarted {
      try await start()
      try await welcome(file)
    } else {
      sayHowToStart(file, obstacle)
    }
    sayKeys(file)
  }

  /// The file for the answers, and what brings it the certificates of certbot.
  private func answeredFile() throws -> (ServerFile, RenewalHook?) {
    let answers = SetupAnswers(
      address: self.address.flatMap { SetupAnswers.origin(of: $0) }, identity: chosenIdentity,
      signUp: self.signUp)
    let (address, chosen, signUp) = try answers.complete()
    var identity = chosen
    var hook: RenewalHook?
    if case .files(let chain, let key) = identity {
      try Self.check(chain, key, for: address)
      // Elsewhere somebody else may run the server, who is not the user of the units.
      if isAtUsualPlaces {
        hook = RenewalHook(
          chain: chain, key: key, target: (path as NSString).deletingLastPathComponent + "/tls")
      }
      if let hook { identity = hook.identity }
    }
    var file = ServerFile(
      name: name, address: address, listeners: listen.compactMap { ServerFile.Listener($0) },
      identity: identity, signUp: signUp)
    if file.listeners.isEmpty {
      file.listeners = [
        identity.hasTLS
          ? ServerFile.Listener(host: "::", port: address.port)
          : ServerFile.Listener(host: "127.0.0.1", port: 8080)
      ]
    }
    if let data {
      file.data = URL(fileURLWithPath: data).standardizedFileURL.path
      file.socket = file.data + "/cloud.sock"
    }
    return (file, hook)
  }

  /// Nil where no option says it.
  private var chosenIdentity: ServerFile.Identity? {
    if let certificate, let key {
      let whole = [certificate, key].map { URL(fileURLWithPath: $0).standardizedFileURL.path }
      return .files(chain: whole[0], key: whole[1])
    }
    if selfMade { return .selfMade }
    return proxy.isEmpty ? nil : .proxies(proxy)
  }

  /// Throws where a client would not take the certificate for that of the server.
  private static func check(_ chain: String, _ key: String, for address: ServerOrigin) throws {
    let facts = try ServerCertificate.files(chain: chain, key: key, logger: Log.cloud()).facts()
    guard CertificateNames(hosts: facts.names, addresses: facts.names).matches(address.host) else {
      throw Failure(
        "The certificate in \(chain) is for \(facts.names.joined(separator: ", ")), not for \(address.host). "
          + "Take the one for \(address.host), or another address. Nothing was written.")
    }
    let now = Live.now()
    guard facts.notBefore <= now, now <= facts.notAfter else {
      let day = { (date: Date) in date.formatted(.iso8601.year().month().day()) }
      throw Failure(
        "The certificate in \(chain) is valid from \(day(facts.notBefore)) to \(day(facts.notAfter)), and today is "
          + "\(day(now)). Renew it, or set the clock. Nothing was written.")
    }
  }

  private func requireUser() throws(Failure) {
    guard !ServerFiles.hasUser else { return }
    throw Failure(
      "There is no user ‘\(ServerFiles.user)’ to run the server. Make it with: useradd --system --user-group "
        + "--home-dir \(ServerFile.standardData) --shell /usr/sbin/nologin \(ServerFiles.user). Then run this again."
    )
  }

  /// Throws where the user of the server cannot read its certificate and key, which root has just read.
  private func requireReadable(_ file: ServerFile) async throws(Failure) {
    guard case .files(let chain, let key) = file.identity, geteuid() == 0, ServerFiles.hasUser
    else { return }
    for path in [chain, key] {
      if await ServerFiles.isReadableForServer(path) { continue }
      let folder = (self.path as NSString).deletingLastPathComponent + "/tls"
      throw Failure(
        "The user ‘\(ServerFiles.user)’, who runs the server, cannot read \(path), or may not enter a folder of that "
          + "path. Put copies where it can: sudo install -d -m 0750 -g \(ServerFiles.user) \(folder); sudo install -m "
          + "0640 -g \(ServerFiles.user) \(chain) \(key) \(folder). Then name those. Nothing was written."
      )
    }
  }

  /// Makes only the last folder of the path, so that a mistake in it makes no others.
  private func makeFolder(of path: String) throws(Failure) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let isNew = FileStatus(folder.path) == nil
    try NamedFolder.make(folder)
    // What this program makes is for its own user; these files are for the server's too.
    if isNew, chmod(folder.path, 0o755) != 0 {
      throw Failure(
        "The rights of \(folder.path) cannot be set (\(SystemReason.of(number: errno))). Set them: chmod 755 \(folder.path)"
      )
    }
  }

  /// Writes the units where an option says it, and otherwise where no package has put them and systemd looks for them.
  private func writeUnits() throws(Failure) {
    let packaged = ["/usr/lib/systemd/system", "/lib/systemd/system"]
    let isPackaged = packaged.contains { FileStatus("\($0)/\(ServerUnit.server.name)") != nil }
    let folder =
      unitFolder ?? (isPackaged || !isAtUsualPlaces ? nil : Self.usualUnitFolder)
    guard let folder, unitFolder != nil || FileStatus(folder) != nil else { return }
    let link = "/proc/self/exe"
    // Where /proc is missing, systemd says that the program is.
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
      ?? ServerUnit.standardProgram
    if unitFolder != nil { try makeFolder(of: "\(folder)/\(ServerUnit.server.name)") }
    for unit in ServerUnit.all {
      try ServerFiles.write(
        unit.adapted(program: program, configuration: path), to: "\(folder)/\(unit.name)",
        mode: 0o644)
    }
    Output.note("The units are in \(folder).")
  }

  private func start() async throws(Failure) {
    let systemd = Systemd(.system, environment: Live.environment)
    try await systemd.run("daemon-reload")
    try await systemd.run("enable", ServerUnit.server.name, ServerUnit.timer.name)
    // One that has failed too often would not be started; of one that has not run yet systemd has nothing to forget.
    try? await systemd.run("reset-failed", ServerUnit.server.name)
    do throws(Failure) {
      // Also where an earlier one runs, of which the file may have said something else.
      try await systemd.run("restart", ServerUnit.server.name)
    } catch {
      throw Failure(
        "The server has not started: \(error.message) ‘\(Sudo.prefix)journalctl -u zonechat -n 20’ says why. Correct "
          + "\(path), then: \(Self.commands(for: "restart"))")
    }
    try await systemd.run("start", ServerUnit.timer.name)
  }

  /// What a person types to start or restart the server, check it and get the first link.
  private static func commands(for verb: String) -> String {
    let sudo = Sudo.prefix
    return
      "\(sudo)systemctl \(verb) zonechat zonechat-backup.timer && \(sudo)zonechat cloud doctor; "
      + "\(sudo)zonechat cloud invite"
  }

  private func sayHowToStart(_ file: ServerFile, _ obstacle: String?) {
    let sudo = Sudo.prefix
    let serve = "zonechat cloud serve --config \(path)"
    guard hasUnits else { return Output.note("Start the server with: \(serve)") }
    guard let obstacle else {
      return Output.note(
        "Start the server with: \(sudo)systemctl daemon-reload && \(Self.commands(for: "enable --now"))"
      )
    }
    let folder = (ServerFile.standardSocket as NSString).deletingLastPathComponent
    let user = ServerFiles.user
    let asUser =
      file.listeners.contains { (1..<1024).contains($0.port) }
      // Only with this right may another user than root listen there.
      ? "\(sudo)setpriv --reuid=\(user) --regid=\(user) --init-groups "
        + "--inh-caps=+net_bind_service --ambient-caps=+net_bind_service"
      : geteuid() == 0 && sudo.isEmpty ? "runuser -u \(user) --" : "sudo -u \(user)"
    Output.note(
      """
      There is no systemd here (\(obstacle)). Start the server as its user:
        \(sudo)install -d -o \(user) -g \(user) -m 0700 \(folder)
        \(asUser) \(serve)
      Then: \(sudo)zonechat cloud doctor; \(sudo)zonechat cloud invite
      """)
  }

  /// Checks the server, and prints the link for the first person.
  private func welcome(_ file: ServerFile) async throws {
    if try await !ServerCheck(file).report(asJSON: false) {
      Output.note(
        "Lines with ‘!’ say what to do; ‘\(Sudo.cloudCommand("doctor"))’ checks again.")
    }
    guard file.signUp != .closed else { return }
    let invitation = try await CloudConnection.with(
      try CloudAddress(file.socketAddress), now: Live.now
    ) { connection in
      try await CodeJSON.make(
        CodeRequest(kind: .invitation), by: CloudAdministration(connection: connection),
        at: file.address.description)
    }
    try invitation.write(
      "The first invitation, for one new account, perhaps your own", isJSON: false,
      command: Sudo.cloudCommand)
    Output.note("‘\(Sudo.cloudCommand("invite"))’ makes more.")
  }

  /// Says what people type whose profiles trust the authority that the server had made itself.
  private func sayMove(to file: ServerFile, from former: String?) {
    guard file.identity != .selfMade, let former,
      (try? ServerFile(text: former, path: path))?.identity == .selfMade
    else { return }
    Output.note(
      "Who came by a link of the server's own authority closes the window and types: "
        + "zonechat account move --force \(file.address)/join")
  }

  /// Says before the check what the proxy needs, because the check asks it.
  private func sayProxy(_ file: ServerFile) {
    guard case .proxies = file.identity, let listener = file.listeners.first else { return }
    Output.note(
      """
      The proxy must pass \(file.address) to \(listener). With Caddy write into /etc/caddy/Caddyfile:

      \(Caddyfile.text(for: file.address, to: listener))

      Then: \(Sudo.prefix)systemctl reload caddy
      """)
  }

  private func sayKeys(_ file: ServerFile) {
    Output.note(
      """
      The keys and this file are in no backup. Once the server has run, copy them, and take the copy to another machine:
        \(ServerFiles.keyArchive(of: file, at: path))
      """)
  }
}
