import ArgumentParser
package import Logging

/// The log of the engine and the cloud.
package enum Log {
  /// Logs to standard error at the level in `ZONECHAT_LOG` (trace, debug, info, …); without it, nowhere.
  ///
  /// The program itself tells a person what matters.
  package static func engine() -> Logger { logger(label: "engine", level: wantedLevel) }

  package static func cloud(level: Logger.Level? = nil) -> Logger {
    logger(label: "cloud", level: level ?? wantedLevel ?? .notice)
  }

  /// A line for each request.
  package static func requests() -> Logger { logger(label: "cloud.requests", level: .info) }

  /// Called after each transaction of a replica; nil without a trace.
  static var commits: (@Sendable () -> Void)? {
    guard let trace else { return nil }
    return { trace.add("committed") }
  }

  /// The file that `ZONECHAT_TRACE` names.
  private static let trace = Live.environment["ZONECHAT_TRACE"].flatMap(TraceFile.init(path:))

  /// Reads a level as a person writes it.
  package static func level(_ text: String) throws -> Logger.Level {
    guard let level = Logger.Level(rawValue: text.lowercased()) else {
      throw ValidationError("It is none of \(levels).")
    }
    return level
  }

  /// Throws if `ZONECHAT_LOG` has another value than a level.
  package static func checkEnvironment() throws(Failure) {
    guard let text = Live.environment["ZONECHAT_LOG"], !text.isEmpty, wantedLevel == nil else {
      return
    }
    throw Failure(
      "ZONECHAT_LOG is ‘\(text)’, which is not a level. Use one of \(levels), or unset it.",
      code: .usage)
  }

  private static var levels: String {
    Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static var wantedLevel: Logger.Level? {
    Live.environment["ZONECHAT_LOG"].flatMap { Logger.Level(rawValue: $0.lowercased()) }
  }

  /// Logs to standard error from a level on, and everything to the trace, where there is one.
  private static func logger(label: String, level: Logger.Level?) -> Logger {
    var handlers: [any LogHandler] = []
    if let level {
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      handlers.append(handler)
    }
    if let trace { handlers.append(trace) }
    guard !handlers.isEmpty else { return Logger(label: label) { _ in SwiftLogNoOpLogHandler() } }
    return Logger(label: label) { _ in MultiplexLogHandler(handlers) }
  }
}
