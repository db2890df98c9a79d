import CloudModel
import Foundation

/// The feed of one zone as one user sees it.
///
/// 1. Records that the reader does not see still count towards the size of a page. A page may
///    therefore be empty although more is coming, and its cost is bounded however much is hidden.
/// 2. A record that moved out of the reader's hierarchies and its departure have the same sequence
///    number. A page never ends between two changes with the same number; otherwise its token would
///    already be past the departure.
struct ZoneFeed {
  enum Change {
    case record(StoredRecord)
    /// The record left the reader's view.
    case departure(String)
  }

  struct Page {
    var changes: [Change] = []
    var token: SyncToken
    var moreComing: Bool
    /// When the first record of the page was last modified, in milliseconds since 1970; a record
    /// that only moved in the feed has an older time than its move.
    var oldestChangeAt: Int64?
    /// The number of unreadable records that the reader would otherwise see; they count towards the
    /// size of the page, like hidden ones.
    var damaged = 0
  }

  let access: ZoneAccess
  let user: String
  /// The feed name to which the reader's change tokens are bound.
  let name: String
  let reading: any CloudReading

  func page(after sequence: Int64, limit: Int) throws -> Page {
    let zone = access.zone
    let records = try reading.records(in: zone, after: sequence, limit: limit + 1)
    var changes = records.map { (sequence: $0.sequence, change: Change.record($0)) }
    if case .participant(let view) = access.role, !view.seesWholeZone {
      changes += try reading.departures(
        from: zone, of: user, after: sequence, limit: limit + 1
      )
      .map { ($0.sequence, .departure($0.recordName)) }
      changes.sort { $0.sequence < $1.sequence }
    }
    var numbers = 0
    var last = sequence
    let page = changes.prefix { change in
      if change.sequence != last { numbers += 1 }
      last = change.sequence
      return numbers <= limit
    }
    return Page(
      changes: page.map(\.change).filter(isSeen),
      token: SyncToken(kind: .zone, feed: name, sequence: page.last?.sequence ?? sequence),
      moreComing: page.count < changes.count,
      oldestChangeAt: records.first?.record.modificationDate?.millisecondsSince1970,
      damaged: damagedCount(in: page.map(\.change)))
  }

  /// One page, newest change first, from the position of a reverse token.
  ///
  /// The last page ends with an ordinary token for the moment when the first page was read. From
  /// it, the reader fetches later changes forwards.
  func page(before position: SyncToken, limit: Int) throws -> Page {
    let zone = access.zone
    let records = try reading.records(in: zone, before: position.sequence, limit: limit + 1)
    let page = records.prefix(limit)
    var token = position
    token.sequence = page.last?.sequence ?? 0
    let moreComing = records.count > limit
    if !moreComing {
      token = SyncToken(kind: .zone, feed: name, sequence: position.start ?? 0)
    }
    return Page(
      changes: page.map(Change.record).filter(isSeen), token: token, moreComing: moreComing,
      damaged: damagedCount(in: page.map(Change.record)))
  }

  private func damagedCount(in changes: [Change]) -> Int {
    changes.count { change in
      guard case .record(let stored) = change else { return false }
      return stored.isDamaged && access.sees(stored)
    }
  }

  private func isSeen(_ change: Change) -> Bool {
    switch change {
    case .record(let stored): access.sees(stored) && !stored.isDamaged
    case .departure: true
    }
  }
}
