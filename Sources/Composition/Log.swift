import ArgumentParser
package import Logging

/// Where the engine and the cloud log to.
package enum Log {
  /// Logs to standard error at the level in `ZONECHAT_LOG` (trace, debug, info, …); without it, nowhere.
  ///
  /// The program itself tells a person what matters.
  package static func engine() -> Logger {
    guard let level = wantedLevel else {
      let silent: (String) -> any LogHandler = { _ in SwiftLogNoOpLogHandler() }
      return Logger(label: "engine", factory: silent)
    }
    return standardError(label: "engine", level: level)
  }

  package static func cloud(level: Logger.Level? = nil) -> Logger {
    standardError(label: "cloud", level: level ?? wantedLevel ?? .notice)
  }

  /// A line for each request.
  package static func requests() -> Logger { standardError(label: "cloud.requests", level: .info) }

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

  private static func standardError(label: String, level: Logger.Level) -> Logger {
    let handler: (String) -> any LogHandler = { StreamLogHandler.standardError(label: $0) }
    var logger = Logger(label: label, factory: handler)
    logger.logLevel = level
    return logger
  }
}
