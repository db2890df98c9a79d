public func os_log(_ message: OSLogMessage) { OSLog.default.write(message.text, .default) }

public func os_log(_ type: OSLogType, _ message: OSLogMessage) {
  OSLog.default.write(message.text, type)
}

public func os_log(_ type: OSLogType, log: OSLog, _ message: OSLogMessage) {
  log.write(message.text, type)
}

/// The older form, with a format: `os_log("%{public}@: %d", log: log, type: .error, name, 3)`.
public func os_log(
  _ format: StaticString, log: OSLog = .default, type: OSLogType = .default, _ arguments: Any...
) {
  log.write(LogFormat.text("\(format)", arguments), type)
}
