/// A zone that a transaction has locked until its end; only such a zone can be changed.
///
/// The number of a change is counted here, so no number is taken from a row that another transaction
/// may be changing. `CloudTransaction.update` stores what was counted.
package struct LockedZone: Sendable, Equatable {
  /// The zone with everything that was counted so far.
  package private(set) var zone: StoredZone
  /// By how many bytes the records of each user have grown since `CloudTransaction.update`.
  package private(set) var growth: [String: Int64] = [:]

  /// Only a store calls this, for a row that it has locked.
  package init(locked zone: StoredZone) { self.zone = zone }

  /// Takes the next place in the zone's feed.
  package mutating func advance() -> Int64 {
    zone.sequence += 1
    return zone.sequence
  }

  /// Makes every token given out so far expire.
  package mutating func expireTokens() { zone.tokenEpoch += 1 }

  /// Charges the owner for what a record of `creator` has grown by; less if `bytes` is negative.
  package mutating func charge(_ bytes: Int64, for creator: String) {
    guard bytes != 0 else { return }
    zone.bytes += bytes
    growth[creator, default: 0] += bytes
  }

  /// Only a store calls this, to store the growth.
  package mutating func takeGrowth() -> [String: Int64] {
    defer { growth = [:] }
    return growth.filter { $0.value != 0 }
  }

  /// Limits what each member may store here; nil ends the limit.
  package mutating func limitMembers(to bytes: Int64?) { zone.memberBytes = bytes }
}
