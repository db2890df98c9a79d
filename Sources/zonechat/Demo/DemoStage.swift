import Composition
import Foundation
import Processes

#if canImport(Glibc)
import Glibc
#endif

/// A temporary home for the demo: its cloud, its two people, and their way out.
struct DemoStage: Sendable {
  static let owner = "alice"
  static let participant = "bob"
  static let chatTitle = "Trip to Gdańsk 🚆"

  let home: URL

  init() throws {
    let folder = FileManager.default.temporaryDirectory
    var template = Array(
      folder.appendingPathComponent("zonechat-demo-XXXXXX").path.utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure("No folder can be made in \(folder.path). Check its rights and the disk.")
    }
    home = URL(
      fileURLWithPath: String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self))
  }

  var environment: [String: String] {
    var environment = Live.environment
    environment["ZONECHAT_HOME"] = home.path
    // A terminal within a terminal: the demo's tmux is its own.
    environment["TMUX"] = nil
    return environment
  }

  /// Runs one `zonechat` command as `profile`; returns what it printed.
  ///
  /// Throws a failure with what it wrote to standard error.
  @discardableResult
  func zonechat(_ profile: String?, _ arguments: String...) throws -> String {
    try zonechat(profile, arguments)
  }

  @discardableResult
  func zonechat(_ profile: String?, _ arguments: [String]) throws -> String {
    let person = profile.map { ["--profile", $0] } ?? []
    let result = try Child.run(
      [try executable()] + person + arguments, environment: environment, output: .captured)
    guard result.code == 0 else {
      throw Failure(
        "‘zonechat \(arguments.joined(separator: " "))’ failed: "
          + result.errorOutput.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func executable() throws -> String {
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

  /// Stops the cloud and removes the files.
  func tearDown() {
    // The cloud may have gone already; then there is nothing to stop.
    _ = try? zonechat(nil, "cloud", "stop")
    do {
      try FileManager.default.removeItem(at: home)
    } catch {
      Output.note("\(home.path) could not be removed (\(error.localizedDescription)).")
    }
  }
}
