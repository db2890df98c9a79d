/// A fault as it is listed, with the number of events that it has seen and affected.
package struct FaultStatus: Codable, Sendable, Equatable {
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

  private enum Key: String, CodingKey { case seen, fired, createdAt, endsAt, endedAt, end }

  package init(from decoder: any Decoder) throws {
    fault = try CloudFault(from: decoder)
    let values = try decoder.container(keyedBy: Key.self)
    seen = try values.decode(Int.self, forKey: .seen)
    fired = try values.decode(Int.self, forKey: .fired)
    createdAt = try values.decode(Int64.self, forKey: .createdAt)
    endsAt = try values.decodeIfPresent(Int64.self, forKey: .endsAt)
    endedAt = try values.decodeIfPresent(Int64.self, forKey: .endedAt)
    end = try values.decodeIfPresent(End.self, forKey: .end)
  }

  /// One flat object, beginning with the fault's own keys.
  package func encode(to encoder: any Encoder) throws {
    try fault.encode(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(seen, forKey: .seen)
    try values.encode(fired, forKey: .fired)
    try values.encode(createdAt, forKey: .createdAt)
    try values.encodeIfPresent(endsAt, forKey: .endsAt)
    try values.encodeIfPresent(endedAt, forKey: .endedAt)
    try values.encodeIfPresent(end, forKey: .end)
  }
}
