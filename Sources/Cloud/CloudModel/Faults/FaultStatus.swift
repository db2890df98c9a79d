/// A fault as it is listed, with the number of events that it has seen and affected.
package struct FaultStatus: Sendable, Equatable {
  package enum End: String, Codable, Sendable {
    /// The fault fired `count` times.
    case count
    case time
    case removed
  }

  package var fault: CloudFault
  /// Requests, records or notifications that its filter let through.
  package var seen: Int
  package var fired: Int
  /// Milliseconds since 1970, like the other times.
  package var createdAt: Int64
  package var endsAt: Int64?
  package var endedAt: Int64?
  package var end: End?

  package var isActive: Bool { endedAt == nil }

  package init(
    fault: CloudFault, seen: Int = 0, fired: Int = 0, createdAt: Int64, endsAt: Int64? = nil
  ) {
    self.fault = fault
    self.seen = seen
    self.fired = fired
    self.createdAt = createdAt
    self.endsAt = endsAt
  }
}
