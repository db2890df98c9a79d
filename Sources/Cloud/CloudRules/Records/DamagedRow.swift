package import CloudModel

/// A row of the store that cannot be read completely; this program never writes such a row.
package enum DamagedRow: Sendable, Hashable {
  case record(RecordZoneID, recordName: String)
  /// The public permission of a share: the permission of users who come through its link.
  case share(RecordZoneID, root: String?)
  case participant(RecordZoneID, root: String?, userRecordName: String)
  case subscription(userRecordName: String, DatabaseScope, subscriptionID: String)
}

extension DamagedRow {
  /// The kind of the row, as a word for people.
  package var kind: String {
    switch self {
    case .record: "record"
    case .share: "share"
    case .participant: "participant"
    case .subscription: "subscription"
    }
  }

  /// The user whose zone or subscription it is.
  package var ownerName: String {
    switch self {
    case .record(let zoneID, _), .share(let zoneID, _), .participant(let zoneID, _, _):
      zoneID.ownerName
    case .subscription(let user, _, _): user
    }
  }

  package var zoneName: String? {
    switch self {
    case .record(let zoneID, _), .share(let zoneID, _), .participant(let zoneID, _, _):
      zoneID.zoneName
    case .subscription: nil
    }
  }

  /// The record's name, the root of what is shared, the participant, the subscription's ID.
  package var name: String {
    switch self {
    case .record(_, let name): name
    case .share(_, let root): root ?? RecordID.zoneWideShareName
    case .participant(_, _, let user): user
    case .subscription(_, _, let id): id
    }
  }
}

extension DamagedRow: CustomStringConvertible {
  package var description: String {
    [ownerName, zoneName, name].compactMap(\.self).joined(separator: "/")
  }
}
