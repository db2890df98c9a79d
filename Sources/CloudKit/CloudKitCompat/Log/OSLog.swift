import Foundation

/// A part of an app that writes to the log.
///
/// There is no system log here: lines go to standard error.
public final class OSLog: Sendable {
  public static let `default` = OSLog(subsystem: "", category: "")
  /// Writes nothing.
  public static let disabled = OSLog(name: nil)

  /// What stands before the lines: empty for the default log, nil for the one that writes nothing.
  private let name: String?

  public convenience init(subsystem: String, category: String) {
    self.init(name: [subsystem, category].filter { !$0.isEmpty }.joined(separator: " "))
  }

  private init(name: String?) { self.name = name }

  /// Where lines go; tests read them.
  @TaskLocal package static var output: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// Whether lines of a kind are written.
  public func isEnabled(type: OSLogType) -> Bool { name != nil && type.isWritten }

  func write(_ text: @autoclosure () -> String, _ type: OSLogType) {
    guard let name, type.isWritten else { return }
    let parts = [name.isEmpty ? nil : "[\(name)]", type.word.map { $0 + ":" }, text()]
    Self.output(parts.compactMap { $0 }.joined(separator: " "))
  }
}
