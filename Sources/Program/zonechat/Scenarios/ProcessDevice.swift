import CloudClient
import CloudModel
import CommandSupport
import Foundation
import Processes
import Scenarios
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// One device of a scenario, as a process with a profile and a way to the cloud that can be cut.
actor ProcessDevice {
  /// Our choice: a program of others that says nothing for so long is stuck.
  private static let patience: Duration = .seconds(30)

  private let name: DeviceName
  private let home: TemporaryHome
  private let relay: SocketRelay
  /// The command that plays the device in the place of ZoneChat; nil for none.
  private let program: String?
  private var process: LineProcess?
  /// Nil while nobody is signed in.
  private var signedIn: Profile.SignIn?

  /// By which the cloud knows the device while it is signed in.
  var clientID: String? { signedIn?.deviceID }

  init(_ name: DeviceName, _ home: TemporaryHome, cloudAt socket: String, program: String?) {
    self.name = name
    self.home = home
    self.program = program
    relay = SocketRelay(at: Self.socket(name, home), to: socket)
  }

  /// Its way to the cloud.
  static func socket(_ name: DeviceName, _ home: TemporaryHome) -> String {
    home.folder.appendingPathComponent("\(name).sock").path
  }

  private var cloud: [String] { ["--cloud", "unix:" + relay.path] }

  func signIn(isNew: Bool) async throws {
    try await relay.open()
    let word = isNew ? "create" : "sign-in"
    try home.shell.zonechat(name.description, ["account", word, name.person] + cloud)
    signedIn = try Profile(
      name: name.description, paths: Paths(environment: home.shell.environment)
    ).signIn()
  }

  func signOut() async throws {
    process?.end(with: SIGTERM)
    process = nil
    try home.shell.zonechat(name.description, ["account", "sign-out"])
    await relay.cut()
    signedIn = nil
  }

  func start() async throws {
    guard process == nil, signedIn != nil else {
      throw StageFailure("\(name) is on, or signed out.")
    }
    // The shell becomes the program, so that it is the program that a crash ends.
    let words =
      try program.map { ["/bin/sh", "-c", "exec " + $0] }
      ?? [home.shell.executable(), "scenario", "device", "--profile", name.description] + cloud
    process = try LineProcess(
      words, environment: home.shell.environment.merging(program == nil ? [:] : account) { $1 },
      errors: home.folder.appendingPathComponent("\(name).log").path)
  }

  /// What a program of others needs in order to reach the cloud as this device.
  ///
  /// The module CloudKit reads the first five of them by itself.
  private var account: [String: String] {
    var variables = [
      "CLOUDKIT_EMULATOR_HOST": "unix:" + relay.path, "CLOUDKIT_ACCOUNT": name.person,
      "ZONECHAT_DEVICE": name.description,
    ]
    if let signedIn {
      variables["CLOUDKIT_CLIENT_ID"] = signedIn.deviceID
      variables["CLOUDKIT_CONTAINER"] = signedIn.credentials.containerIdentifier
      variables["CLOUDKIT_ENVIRONMENT"] = signedIn.credentials.environment
      variables["CLOUDKIT_API_TOKEN"] = signedIn.credentials.apiToken
      variables["CLOUDKIT_WEB_AUTH_TOKEN"] = signedIn.credentials.webAuthToken
    }
    return variables
  }

  /// Ends the process without a chance to finish anything.
  func crash() throws {
    guard let process else { throw StageFailure("\(name) is off already.") }
    process.end(with: SIGKILL)
    self.process = nil
  }

  func end() async {
    process?.end(with: SIGTERM)
    process = nil
    await relay.cut()
  }

  func goOffline(for time: Duration?) async throws {
    guard time == nil else {
      throw StageFailure("‘offline’ for a time needs the virtual clock. Use ‘online’.")
    }
    await relay.cut()
  }

  func goOnline() async throws { try await relay.open() }

  /// Gives it back its network, and starts it where it is off.
  func returnToWork() async throws {
    try await relay.open()
    if process == nil, signedIn != nil { try await start() }
  }

  func perform(_ action: DeviceAction) async throws -> DeviceAnswer {
    guard let answer = try await order(.act(action)).answer else {
      throw StageFailure("\(name) did not answer.")
    }
    return answer
  }

  func view() async throws -> DeviceView {
    guard process != nil else { return .off }
    guard let view = try await order(.look).view else {
      throw StageFailure("\(name) did not answer.")
    }
    return view
  }

  func orderIfOn(_ order: DeviceOrder) async throws {
    if process != nil { try await self.order(order) }
  }

  /// Has the process do something, and waits for its answer; one at a time.
  @discardableResult
  func order(_ order: DeviceOrder) async throws -> DeviceReply {
    guard let process else { throw StageFailure("\(name) is off.") }
    let isLate = Mutex(false)
    // Ends a program that does not answer, which ends the wait for its line.
    let watch = Task {
      try await Live.clock.sleep(for: Self.patience)
      isLate.withLock { $0 = true }
      process.cutShort()
    }
    defer { watch.cancel() }
    // What a program says that ends without reading is told too.
    _ = process.write(try JSONEncoder().encode(order))
    guard let line = await process.nextLine() else {
      throw StageFailure(
        isLate.withLock(\.self)
          ? "\(name) has not answered within \(Self.patience.components.seconds) s."
          : "\(name) has ended by itself.\(lastWords)")
    }
    guard let reply = try? JSONDecoder().decode(DeviceReply.self, from: Data(line.utf8)) else {
      throw StageFailure(
        "\(name) has answered with a line that is no reply: ‘\(line.prefix(200))’.\(lastWords)")
    }
    guard let refusal = reply.refusal else { return reply }
    throw reply.isMistake ? StageFailure(refusal) : DeviceRefusal(refusal)
  }

  /// The last lines that the process has written to standard error.
  private var lastWords: String {
    let log = home.folder.appendingPathComponent("\(name).log")
    let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").last.map { " Its last words: \($0)" } ?? ""
  }
}
