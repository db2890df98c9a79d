import CommandSupport

#if canImport(Glibc)
import Glibc
#endif

/// How a person runs the next command with the rights that this one has.
enum Sudo {
  /// `sudo `, where this command was run with it.
  static let prefix = geteuid() == 0 && Live.environment["SUDO_USER"] != nil ? "sudo " : ""

  /// A command of ‘zonechat cloud’, as a person types it.
  static func cloudCommand(_ words: String) -> String { "\(prefix)zonechat cloud \(words)" }
}
