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

  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.name)
  }

  private init(name: String?) { self.name = name }

  /// The categories that Instruments knows.
  public struct Category: Sendable {
    public static let pointsOfInterest = Category(name: "PointsOfInterest")
    public static let dynamicTracing = Category(name: "DynamicTracing")
    public static let dynamicStackTracing = Category(name: "DynamicStackTracing")

    let name: String
  }

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
