package import Foundation
package import Processes

#if canImport(Glibc)
import Glibc
#endif

/// Runs this program with a folder as its home.
package struct HomeShell: Sendable {
  package let folder: URL

  package var environment: [String: String] {
    var environment = Live.environment
    environment["ZONECHAT_HOME"] = folder.path
    environment["ZONECHAT_PROFILE"] = nil
    // The person's own keys and colours are those of another home.
    environment["ZONECHAT_CONFIG"] = nil
    // A terminal within a terminal: the tmux of a home is its own.
    environment["TMUX"] = nil
    return environment
  }

  /// Runs one `zonechat` command as `profile`; returns what it printed.
  ///
  /// Throws a failure with what it wrote to standard error.
  @discardableResult
  package func zonechat(_ profile: String?, _ arguments: String...) throws -> String {
    try zonechat(profile, arguments)
  }

  @discardableResult
  package func zonechat(_ profile: String?, _ arguments: [String]) throws -> String {
    try run(profile, arguments).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Lets somebody who has an account into a chat: the owner invites, and the guest joins.
  package func admit(_ guest: String, to chat: String, of owner: String) throws {
    try zonechat(guest, "join", try zonechat(owner, "invite", chat, guest))
  }

  /// Runs a command, which may fail.
  package func attempt(_ profile: String?, _ arguments: [String]) throws -> Child.Result {
    let person = profile.map { ["--profile", $0] } ?? []
    return try Child.run(
      [try executable()] + person + arguments, environment: environment, output: .captured)
  }

  /// Runs a command; returns also what it said on standard error.
  package func run(_ profile: String?, _ arguments: [String]) throws -> Child.Result {
    let result = try attempt(profile, arguments)
    guard result.code == 0 else {
      throw Failure(
        "‘zonechat \(arguments.joined(separator: " "))’ failed: "
          + result.errorOutput.trimmingCharacters(in: .whitespacesAndNewlines)
          .trimmingPrefix("zonechat: "))
    }
    return result
  }

  package func executable() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { throw Failure("The program cannot find its own executable file.") }
    return String(decoding: buffer.prefix(count).map(UInt8.init), as: UTF8.self)
  }
}
