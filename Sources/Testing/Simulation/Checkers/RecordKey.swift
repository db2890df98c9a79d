import CloudModel

/// A record in a zone.
struct RecordKey: Hashable, Sendable {
  var zone: String
  var record: String
}

/// A zone as one device knows it.
struct ZoneKey: Hashable, Sendable, Comparable {
  var device: String
  var zone: String

  static func < (a: ZoneKey, b: ZoneKey) -> Bool { (a.device, a.zone) < (b.device, b.zone) }
}

extension Request {
  /// The zone's name; empty if the request names no zone.
  var zoneName: String { zone?.zoneName ?? "" }

  func key(of item: Item) -> RecordKey { RecordKey(zone: zoneName, record: item.name) }
}
