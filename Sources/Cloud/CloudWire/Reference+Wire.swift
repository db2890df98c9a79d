package import CloudModel

extension Reference: Encodable {
  private enum Key: String, CodingKey {
    case recordName, action, zoneID
  }

  /// Reads a reference whose action may be missing, as in filters; that means none.
  init(lenientlyFrom decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      recordName: try container.decode(String.self, forKey: .recordName),
      action: try container.decodeIfPresent(Action.self, forKey: .action) ?? .none)
    zoneID = try container.decodeIfPresent(WireZoneID.self, forKey: .zoneID)?
      .zoneID(currentUser: RecordZoneID.currentUserDefaultName)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(recordName, forKey: .recordName)
    try container.encode(action, forKey: .action)
    try container.encodeIfPresent(zoneID.map(WireZoneID.init), forKey: .zoneID)
  }
}
