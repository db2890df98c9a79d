import Foundation

// What a fault does, in a few words for people.

extension CloudFault.Effect {
  package var summary: String {
    switch self {
    case .delay(let milliseconds), .delayNotifications(let milliseconds):
      "\(name) \(milliseconds) ms"
    case .fail(let failure), .failRecords(let failure): "\(name) \(failure.code.rawValue)"
    case .lagIndex(let seconds), .skewClock(let seconds): "\(name) \(seconds.formatted()) s"
    case .limitQuota(let bytes): "\(name) \(bytes) bytes"
    case .accountState(let state): "\(name) \(state.rawValue)"
    case .dropBefore, .dropAfter, .expireTokens, .loseNotifications, .duplicateNotifications: name
    }
  }
}

extension CloudFault.Filter {
  package var summary: String {
    let parts = [
      account, container, environment, database, operation, zone.map { "zone \($0)" },
      record.map { "record \($0)" }, recordType.map { "type \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty ? "everything" : parts.joined(separator: ", ")
  }
}

extension CloudFault.Schedule {
  package var summary: String {
    var parts: [String] = []
    if skip > 0 { parts.append("after \(skip)") }
    if every > 1 { parts.append("every \(every)") }
    if probability < 1 { parts.append("\((probability * 100).formatted()) %") }
    if let count { parts.append(count == 1 ? "once" : "\(count) times") }
    return parts.isEmpty ? "always" : parts.joined(separator: ", ")
  }
}

extension FaultStatus {
  /// The state of the fault: active and until when, or the reason why it has ended.
  package var stateSummary: String {
    switch end {
    case .count: "ended: done"
    case .time: "ended: time over"
    case .removed: "ended: removed"
    case nil:
      endsAt.map { "until \(Date(millisecondsSince1970: $0).formatted(.iso8601))" } ?? "active"
    }
  }
}
