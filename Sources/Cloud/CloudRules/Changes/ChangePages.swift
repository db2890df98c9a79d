package import CloudModel

// Pages of the feeds, in the order of the feeds. The native interface splits each page into
// modifications and deletions.

/// One page of the zones of a database that changed.
package struct DatabaseChangePage: Sendable, Equatable {
  package enum Change: Sendable, Equatable {
    /// With the token of the zone's newest change.
    case modified(RecordZone)
    case deleted(DatabaseChanges.Deletion)
  }

  package var changes: [Change]
  package var changeToken: ServerChangeToken
  package var moreComing: Bool
}

/// One page of the records of a zone that changed.
package struct ZoneChangePage: Sendable, Equatable {
  package enum Change: Sendable, Equatable {
    case modified(Record)
    case deleted(RecordZoneChanges.Deletion)
  }

  package var changes: [Change]
  package var changeToken: ServerChangeToken
  package var moreComing: Bool
}

extension DatabaseChanges {
  package init(_ page: DatabaseChangePage) {
    self.init(
      modifications: [], deletions: [], changeToken: page.changeToken, moreComing: page.moreComing)
    for change in page.changes {
      switch change {
      case .modified(let zone): modifications.append(zone.zoneID)
      case .deleted(let deletion): deletions.append(deletion)
      }
    }
  }
}

extension RecordZoneChanges {
  package init(_ page: ZoneChangePage) {
    self.init(
      modifications: [], deletions: [], changeToken: page.changeToken, moreComing: page.moreComing)
    for change in page.changes {
      switch change {
      case .modified(let record): modifications.append(record)
      case .deleted(let deletion): deletions.append(deletion)
      }
    }
  }
}
