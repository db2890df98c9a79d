import Composition
import Foundation
import Processes

#if canImport(Glibc)
import Glibc
#endif

/// A temporary home for the demo: its cloud, its two people, and their way out.
///
/// Its keeper is a process that removes everything when this one has ended, however it has ended.
struct DemoStage: Sendable {
  static let owner = "alice"
  static let participant = "bob"
  static let chatTitle = "Trip to Gdańsk 🚆"

  let home: URL
  /// The keeper, and the end of its pipe that tells it that this process lives.
  private let keeper: (process: pid_t, pipe: Int32)

  init() throws {
    let folder = FileManager.default.temporaryDirectory
    var template = Array(
      folder.appendingPathComponent("zonechat-demo-XXXXXX").path.utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure("No folder can be made in \(folder.path). Check its rights and the disk.")
    }
    home = URL(
      fileURLWithPath: String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self))
    keeper = try Self.startKeeper(of: home)
  }

  private static func startKeeper(of home: URL) throws(Failure) -> (pid_t, Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw Failure("The system gave no pipe (\(String(cString: strerror(errno)))).")
    }
    // No program that is started here may hold this end: its life would count as this process's.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let process = try BackgroundProcess.start(
      arguments: ["zonechat", StageKeeperCommand.name, home.path], log: "/dev/null", pipe: ends[0])
    return (process, ends[1])
  }

  var environment: [String: String] { Self.environment(of: home) }

  static func environment(of home: URL) -> [String: String] {
    var environment = Live.environment
    environment["ZONECHAT_HOME"] = home.path
    environment["ZONECHAT_PROFILE"] = nil
    // A terminal within a terminal: the demo's tmux is its own.
    environment["TMUX"] = nil
    return environment
  }

  /// The socket of the demo's own tmux.
  static func tmuxSocket(of home: URL) -> String { home.appendingPathComponent("tmux.sock").path }

  /// Runs one `zonechat` command as `profile`; returns what it printed.
  ///
  /// Throws a failure with what it wrote to standard error.
  @discardableResult
  func zonechat(_ profile: String?, _ arguments: String...) throws -> String {
    try zonechat(profile, arguments)
  }

  @discardableResult
  func zonechat(_ profile: String?, _ arguments: [String]) throws -> String {
    try run(profile, arguments).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The same; returns also what it said on standard error.
  func run(_ profile: String?, _ arguments: [String]) throws -> Child.Result {
    let person = profile.map { ["--profile", $0] } ?? []
    let result = try Child.run(
      [try executable()] + person + arguments, environment: environment, output: .captured)
    guard result.code == 0 else {
      throw Failure(
        "‘zonechat \(arguments.joined(separator: " "))’ failed: "
          + result.errorOutput.trimmingCharacters(in: .whitespacesAndNewlines)
          .trimmingPrefix("zonechat: "))
    }
    return result
  }

  func executable() throws -> String { try Self.executable() }

  static func executable() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { throw Failure("The program cannot find its own executable file.") }
    return String(decoding: buffer.prefix(count).map(UInt8.init), as: UTF8.self)
  }

  /// Two accounts, and one chat in which both of them are.
  func prepare() throws {
    for name in [Self.owner, Self.participant] { try zonechat(name, "account", "create", name) }
    try zonechat(Self.owner, "new", Self.chatTitle)
    let link = try zonechat(Self.owner, "invite", "Trip", Self.participant)
    try zonechat(Self.participant, "join", link)
  }

  /// What a person finds in chats that are in use: an answer, a reaction, a file, something unread.
  func furnish() throws {
    let (alice, bob) = (Self.owner, Self.participant)
    try zonechat(alice, "send", "Trip", "Gdańsk in May? The plane is cheap.")
    try zonechat(
      bob, "send", "Trip", "Rather the train. It has a restaurant 🍽", "--reply-to", "last")
    try zonechat(alice, "react", "Trip", "last", "👍")
    let timetable = home.appendingPathComponent("timetable.txt")
    try Data("Berlin 10:37\nGdańsk 16:12\n".utf8).write(to: timetable)
    try zonechat(bob, "send", "Trip", "This one?", "--attach", timetable.path, "--wait")
    try zonechat(alice, "new", "Groceries")
    try zonechat(bob, "join", try zonechat(alice, "invite", "Groceries", bob))
    try zonechat(bob, "send", "Groceries", "Bread, and something for Sunday")
  }

  /// Has the keeper remove everything, and waits until it has.
  func tearDown() {
    close(keeper.pipe)
    var status: Int32 = 0
    while waitpid(keeper.process, &status, 0) < 0, errno == EINTR {}
    if FileManager.default.fileExists(atPath: home.path) {
      Output.problem("\(home.path) could not be removed. Remove it yourself.")
    }
  }
}
