package import CloudModel

extension FaultStatus: Codable {
  private enum Key: String, CodingKey { case seen, fired, createdAt, endsAt, endedAt, end }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      fault: try CloudFault(from: decoder), seen: try values.decode(Int.self, forKey: .seen),
      fired: try values.decode(Int.self, forKey: .fired),
      createdAt: try values.decode(Int64.self, forKey: .createdAt),
      endsAt: try values.decodeIfPresent(Int64.self, forKey: .endsAt))
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
