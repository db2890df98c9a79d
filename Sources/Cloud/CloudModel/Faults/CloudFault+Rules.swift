extension CloudFault {
  /// Refuses values that make no sense; the error names the key and the values that it may have.
  ///
  /// The bounds are our choice: wide enough for every test, narrow enough to add up safely.
  package func check() throws(CloudError) {
    if let id {
      guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy(Self.isNameByte) else {
        throw Self.wrong("id", "must have 1 to 64 letters, digits, - _ and .")
      }
    }
    for (key, text) in filter.texts {
      guard (1...255).contains(text.utf8.count),
        text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
      else { throw Self.wrong(key, "must have 1 to 255 bytes without control characters") }
    }
    if let database = filter.database, DatabaseScope(pathComponent: database) == nil {
      throw Self.wrong("database", "must be public, private or shared")
    }
    if let environment = filter.environment, !Self.environments.contains(environment) {
      throw Self.wrong("environment", "must be development or production")
    }
    try schedule.check()
    try effect.check()
  }

  private static let environments = ["development", "production"]

  private static func isNameByte(_ byte: UInt8) -> Bool {
    let character = Character(UnicodeScalar(byte))
    return character.isASCII
      && (character.isLetter || character.isNumber || "-_.".contains(character))
  }

  fileprivate static func wrong(_ key: String, _ rule: String) -> CloudError {
    CloudError(.invalidArguments, "‘\(key)’ of a fault \(rule).")
  }
}

extension CloudFault.Filter {
  var texts: [(key: String, text: String)] {
    [
      ("account", account), ("container", container), ("environment", environment),
      ("operation", operation), ("database", database), ("zone", zone), ("record", record),
      ("recordType", recordType),
    ].compactMap { key, text in text.map { (key, $0) } }
  }
}

extension CloudFault.Schedule {
  fileprivate func check() throws(CloudError) {
    guard (0...1).contains(probability) else {
      throw CloudFault.wrong("probability", "must be 0 to 1")
    }
    guard (1...1_000_000_000).contains(every) else {
      throw CloudFault.wrong("every", "must be 1 or more")
    }
    guard (0...1_000_000_000).contains(skip) else {
      throw CloudFault.wrong("skip", "must be 0 or more")
    }
    guard (1...1_000_000_000).contains(count ?? 1) else {
      throw CloudFault.wrong("count", "must be 1 or more")
    }
    guard (0.001...1_000_000_000).contains(duration ?? 1) else {
      throw CloudFault.wrong("duration", "must be a number of seconds above 0")
    }
    guard (0...8_640_000_000_000_000).contains(until ?? 0) else {
      throw CloudFault.wrong("until", "must be a time in milliseconds since 1970")
    }
  }
}

extension CloudFault.Effect {
  fileprivate func check() throws(CloudError) {
    switch self {
    case .delay(let milliseconds), .delayNotifications(let milliseconds):
      guard (0...600_000).contains(milliseconds) else {
        throw CloudFault.wrong("milliseconds", "must be 0 to 600000")
      }
    case .fail(let failure), .failRecords(let failure):
      guard (0...1_000_000_000).contains(failure.retryAfterSeconds ?? 0) else {
        throw CloudFault.wrong("retryAfter", "must be a number of seconds, 0 or more")
      }
      guard (failure.reason ?? "").utf8.count <= 1000 else {
        throw CloudFault.wrong("reason", "must have at most 1000 bytes")
      }
    case .lagIndex(let seconds):
      guard (0...86_400).contains(seconds) else {
        throw CloudFault.wrong("seconds", "must be 0 to 86400")
      }
    case .skewClock(let seconds):
      guard abs(seconds) <= 1_000_000_000 else {
        throw CloudFault.wrong("seconds", "must be -1000000000 to 1000000000")
      }
    case .limitQuota(let bytes):
      guard bytes >= 0 else { throw CloudFault.wrong("bytes", "must be 0 or more") }
    case .dropBefore, .dropAfter, .expireTokens, .loseNotifications, .duplicateNotifications,
      .accountState:
      break
    }
  }
}
