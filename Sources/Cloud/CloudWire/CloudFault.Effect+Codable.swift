package import CloudModel

extension CloudFault.Effect {
  /// The effects by their names in JSON and on the command line, with the keys that each takes.
  ///
  /// `busy` and `throttle` are short for `fail` with `ZONE_BUSY` and `THROTTLED`.
  package static let parameters: [(name: String, keys: Set<String>)] = [
    ("delay", ["milliseconds"]), ("dropBefore", []), ("dropAfter", []),
    ("fail", failureKeys.union(["code"])), ("failRecords", failureKeys.union(["code"])),
    ("busy", failureKeys), ("throttle", failureKeys), ("expireTokens", []),
    ("loseNotifications", []), ("duplicateNotifications", []),
    ("delayNotifications", ["milliseconds"]), ("lagIndex", ["seconds"]),
    ("limitQuota", ["bytes"]), ("accountState", ["state"]), ("skewClock", ["seconds"]),
  ]

  private static let failureKeys: Set = ["nativeCode", "retryAfter", "reason"]

  init(from values: KeyedDecodingContainer<FaultKey>) throws {
    let name = try values.decode(String.self, forKey: .effect)
    guard let keys = Self.parameters.first(where: { $0.name == name })?.keys else {
      let names = Self.parameters.map(\.name).joined(separator: ", ")
      throw values.invalid(.effect, "the effects are \(names)")
    }
    for key in [FaultKey.milliseconds, .code, .nativeCode, .retryAfter, .reason, .seconds, .bytes]
      + [.state]
    where values.contains(key) && !keys.contains(key.rawValue) {
      throw values.invalid(key, "\(name) takes no \(key.rawValue)")
    }
    switch name {
    case "delay":
      self = .delay(milliseconds: try values.decode(Int.self, forKey: .milliseconds))
    case "dropBefore": self = .dropBefore
    case "dropAfter": self = .dropAfter
    case "fail": self = .fail(try .init(from: values))
    case "failRecords": self = .failRecords(try .init(from: values))
    case "busy": self = .fail(try .init(from: values, code: .zoneBusy))
    case "throttle": self = .fail(try .init(from: values, code: .throttled))
    case "expireTokens": self = .expireTokens
    case "loseNotifications": self = .loseNotifications
    case "duplicateNotifications": self = .duplicateNotifications
    case "delayNotifications":
      self = .delayNotifications(milliseconds: try values.decode(Int.self, forKey: .milliseconds))
    case "lagIndex": self = .lagIndex(seconds: try values.decode(Double.self, forKey: .seconds))
    case "limitQuota": self = .limitQuota(bytes: try values.decode(Int64.self, forKey: .bytes))
    case "accountState":
      guard
        let state = CloudFault.AccountState(
          rawValue: try values.decode(String.self, forKey: .state))
      else {
        let states = CloudFault.AccountState.allCases.map(\.rawValue).joined(separator: ", ")
        throw values.invalid(.state, "the states are \(states)")
      }
      self = .accountState(state)
    default:
      self = .skewClock(seconds: try values.decode(Double.self, forKey: .seconds))
    }
  }

  func encodeParameters(into values: inout KeyedEncodingContainer<FaultKey>) throws {
    switch self {
    case .delay(let milliseconds), .delayNotifications(let milliseconds):
      try values.encode(milliseconds, forKey: .milliseconds)
    case .fail(let failure), .failRecords(let failure):
      try values.encode(failure.code.rawValue, forKey: .code)
      try values.encodeIfPresent(failure.nativeCode?.rawValue, forKey: .nativeCode)
      try values.encodeIfPresent(failure.retryAfterSeconds, forKey: .retryAfter)
      try values.encodeIfPresent(failure.reason, forKey: .reason)
    case .lagIndex(let seconds), .skewClock(let seconds):
      try values.encode(seconds, forKey: .seconds)
    case .limitQuota(let bytes): try values.encode(bytes, forKey: .bytes)
    case .accountState(let state): try values.encode(state.rawValue, forKey: .state)
    case .dropBefore, .dropAfter, .expireTokens, .loseNotifications, .duplicateNotifications:
      break
    }
  }
}

extension CloudFault.Failure {
  fileprivate init(
    from values: KeyedDecodingContainer<FaultKey>, code: ServerErrorCode? = nil
  ) throws {
    let native = try values.decodeIfPresent(Int.self, forKey: .nativeCode).map { number in
      guard let code = CloudError.Code(rawValue: number) else {
        throw values.invalid(.nativeCode, "CloudKit has no error \(number)")
      }
      return code
    }
    var named = code
    if code == nil, let name = try values.decodeIfPresent(String.self, forKey: .code) {
      named = ServerErrorCode(rawValue: name)
      guard named != nil else {
        let names = ServerErrorCode.allCases.map(\.rawValue).joined(separator: ", ")
        throw values.invalid(.code, "the codes are \(names)")
      }
    }
    guard let web = named ?? native.map({ ServerErrorCode($0) }) else {
      throw values.invalid(.code, "a failure needs a code or a nativeCode")
    }
    self.init(
      web, nativeCode: native,
      retryAfterSeconds: try values.decodeIfPresent(Double.self, forKey: .retryAfter),
      reason: try values.decodeIfPresent(String.self, forKey: .reason))
  }
}

extension KeyedDecodingContainer<FaultKey> {
  fileprivate func invalid(_ key: FaultKey, _ reason: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
  }
}
