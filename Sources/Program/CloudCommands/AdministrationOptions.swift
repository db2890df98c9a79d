import ArgumentParser
import CloudClient
import CloudCore
import CloudModel
import CloudPlanFile
import CloudServer
import CloudStorage
import CommandSupport
import Foundation
import LocalFiles
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// The options with which administration commands reach a cloud.
///
/// At a cloud's Unix socket they need no token. At an http address they need the administrator token, which
/// comes from a file or from the environment, so that no list of processes shows it. Over plain HTTP to another
/// machine it is sent only if somebody insists.
struct AdministrationOptions: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      """
      Read the administrator token of a cloud at an http address from this file; the default \
      is the value of ZONECHAT_ADMIN_TOKEN.
      """, valueName: "file"),
    completion: .file())
  var adminTokenFile: String?

  @Flag(
    name: .long,
    help: """
      Send the administrator token also over plain HTTP to another machine, where others can \
      read it.
      """)
  var insecure = false

  /// A command of ‘zonechat cloud’, as a person types it who means the same cloud.
  func command(_ words: String) -> String {
    let way =
      options.cloudWords + GlobalOptions.words("--admin-token-file", adminTokenFile)
      + (insecure ? ["--insecure"] : [])
    return Sudo.cloudCommand(([words] + way).joined(separator: " "))
  }

  /// Asks the cloud; first starts the embedded one if that is meant and does not run.
  func askStarted<R: Sendable>(
    _ body: (CloudAdministration) async throws -> R
  ) async throws -> R {
    try choice().ensureRunning()
    return try await ask(body)
  }

  /// Asks a cloud that runs.
  func ask<R: Sendable>(_ body: (CloudAdministration) async throws -> R) async throws -> R {
    do {
      return try await send(body)
    } catch let error as CloudError where error.code == .networkUnavailable {
      let way = try wayToStart()
      throw Failure("The cloud does not run. \(error.clause). \(way)")
    }
  }

  /// How the cloud that is meant is started; a sentence.
  func wayToStart() throws -> String {
    if try serverFile() != nil {
      return
        "‘\(Sudo.prefix)systemctl start zonechat’ starts the server of this machine, and ‘journalctl -u zonechat’ "
        + "says why it has ended."
    }
    return try choice().remembered == nil
      ? "‘zonechat cloud start’ starts the embedded one." : "Start it, or check its address."
  }

  /// The same, but nil if no cloud runs.
  func askIfRunning<R: Sendable>(
    _ body: (CloudAdministration) async throws -> R
  ) async throws -> R? {
    do {
      return try await send(body)
    } catch let error as CloudError where error.code == .networkUnavailable {
      return nil
    }
  }

  func send<R: Sendable>(
    _ body: (CloudAdministration) async throws -> R
  ) async throws -> R {
    let address = try choice().address()
    let token = try administratorToken()
    if token != nil, address.isReadableOnTheWay, !insecure {
      throw Failure(
        "\(address) is plain HTTP: everybody on the way can read the administrator token. Write https://, or, if you "
          + "trust the whole way, add --insecure.", code: .usage)
    }
    do {
      return try await CloudConnection.with(
        address, administratorToken: token, trust: options.trust(nil), now: Live.now
      ) { connection in
        try await body(CloudAdministration(connection: connection))
      }
    } catch let error as CloudError where error.code == .permissionFailure && token == nil {
      throw Failure(
        "Only the administrator of the cloud may do this. Use --admin-token-file with the file "
          + "‘admin.token’ of the cloud's folder, or use its Unix socket.")
    } catch var error as CloudError {
      // The cloud does not know how a command has reached it.
      error.reason.replace(/‘zonechat cloud ([^’]+)’/) { "‘\(command(String($0.output.1)))’" }
      throw error
    }
  }

  /// Asks the cloud if it runs; otherwise works on the files of the embedded one.
  func look<R: Sendable>(
    _ ask: (CloudAdministration) async throws -> R, after: (StoreMaintenance) throws -> R
  ) async throws -> R {
    let embedded = EmbeddedCloud(paths: Paths(environment: Live.environment))
    if try choice().remembered != nil || embedded.isListening() { return try await self.ask(ask) }
    let location = StoreLocation.directory(embedded.directory.path)
    guard location.hasStore else {
      throw Failure(
        "There is no cloud in \(embedded.directory.path) yet. ‘zonechat cloud start’ makes one.")
    }
    guard let lock = try FileLock.tryAcquire(embedded.serverLock) else {
      throw Failure("The cloud is starting or stopping. Try again.")
    }
    defer { withExtendedLifetime(lock) {} }
    let assets = embedded.directory.appendingPathComponent("assets").path
    return try location.withStore { store in
      try after(
        StoreMaintenance(
          store: store,
          assetsDirectory: FileManager.default.fileExists(atPath: assets) ? assets : nil,
          surroundings: Live.surroundings))
    }
  }

  /// The cloud that is meant: that of `--cloud`; without it the server of this machine, where there is one and this
  /// user is root or has no cloud of their own; otherwise the embedded one.
  func choice() throws -> CloudChoice {
    let paths = Paths(environment: Live.environment)
    let option: String?
    if let file = try serverFile() {
      option = try Self.address(of: file)
    } else {
      option = options.cloud
    }
    return CloudChoice(option: option, paths: paths)
  }

  /// The file of the server of this machine; nil if another cloud is meant.
  ///
  /// Throws where there is that server and this user may not read its file: an empty cloud of their own in its place
  /// would be a riddle.
  func serverFile() throws(Failure) -> String? {
    let file = ServerFile.path
    guard options.cloud == nil, FileStatus(file) != nil else { return nil }
    let own = Paths(environment: Live.environment).cloud.path
    guard geteuid() == 0 || !StoreLocation.directory(own).hasStore else { return nil }
    guard access(file, R_OK) == 0 else {
      throw Failure(
        "This machine has a server, and this user cannot read its file, \(file). Run the command with sudo: sudo "
          + "zonechat cloud …; for another cloud add --cloud URL.")
    }
    return file
  }

  /// Whether it was said that the server of the machine is meant; once is enough.
  private static let isSaid = Mutex(false)

  private static func address(of file: String) throws -> String {
    let address = try ServerFile(named: file, allowsPlainNetwork: true).socketAddress
    let isNew = isSaid.withLock { isSaid in
      defer { isSaid = true }
      return !isSaid
    }
    if isNew { Output.note("This is about the server of \(file).") }
    return address
  }

  private func administratorToken() throws(Failure) -> String? {
    guard let file = adminTokenFile else { return Live.environment["ZONECHAT_ADMIN_TOKEN"] }
    return String(decoding: try NamedFile.data(file), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
