import CloudModel

/// The hierarchies in one zone: which record hangs under which root, and what its coming under
/// another share means for those who see it.
///
/// 1. A root's own parent does not matter: a hierarchy begins at its root.
/// 2. A record that leaves a participant's view is a departure in that participant's feed; one that
///    enters it moves to the end of the zone's feed, so that nobody's token is past it.
struct Hierarchy {
  /// A chain of parents is never longer; what is deeper belongs to no share.
  ///
  /// Our choice, so that no chain costs more than this.
  static let depthLimit = 100

  let transaction: any CloudTransaction

  /// Sets right to which share's hierarchy the named records and all below them belong.
  ///
  /// Returns the roots whose hierarchies changed.
  func settle(_ names: [String], in zone: inout StoredZone) throws -> Set<String> {
    guard !names.isEmpty else { return [] }
    let shares = try transaction.shares(of: zone)
    var touched: Set<String> = []
    var pending = names
    while let name = pending.popLast() {
      guard let stored = try transaction.record(named: name, in: zone), !stored.isDeleted else {
        continue
      }
      let cover = try cover(of: stored.record, shares, in: zone)
      touched.formUnion([stored.coveredBy, cover].compactMap(\.self))
      guard cover != stored.coveredBy else { continue }
      zone.sequence += 1
      try transaction.setCover(cover, ofRecord: name, sequence: zone.sequence, in: zone)
      try depart(name, from: shares.first { $0.root == stored.coveredBy }, in: zone)
      try enter(name, into: shares.first { $0.root == cover }, in: zone)
      pending += try transaction.children(of: name, in: zone).map(\.record.recordID.recordName)
    }
    return touched
  }

  /// The root under which a record would hang whose parent is `parent`; nil where no share is.
  ///
  /// Parents that the same request saves count as saved.
  static func cover(
    ofParent parent: String?, in zone: StoredZone, _ context: BatchContext,
    reading: any CloudReading
  ) throws -> String? {
    var next = parent
    for _ in 0..<depthLimit {
      guard let name = next else { return nil }
      let stored = try reading.record(named: name, in: zone)
      if let stored, !stored.isDeleted, let cover = stored.coveredBy { return cover }
      next = context.saves[name]?.parent ?? stored?.record.parent
    }
    return nil
  }

  private func cover(
    of record: Record, _ shares: [StoredShare], in zone: StoredZone
  ) throws -> String? {
    let roots = Set(shares.compactMap(\.root))
    if record.recordType == Share.recordType {
      return shares.first { $0.recordName == record.recordID.recordName }?.root
    }
    var next: Record? = record
    for _ in 0..<Self.depthLimit {
      guard let current = next else { return nil }
      if roots.contains(current.recordID.recordName) { return current.recordID.recordName }
      guard let parent = current.parent,
        let stored = try transaction.record(named: parent, in: zone), !stored.isDeleted
      else { return nil }
      next = stored.record
    }
    return nil
  }

  private func depart(_ name: String, from share: StoredShare?, in zone: StoredZone) throws {
    for user in share?.acceptedGuests ?? [] {
      try transaction.noteDeparture(of: name, from: zone, of: user, sequence: zone.sequence)
    }
  }

  private func enter(_ name: String, into share: StoredShare?, in zone: StoredZone) throws {
    for user in share?.acceptedGuests ?? [] {
      try transaction.forgetDepartures(of: name, from: zone, of: user)
    }
  }
}

extension StoredShare {
  /// User record names of those who have accepted, the owner aside.
  var acceptedGuests: [String] {
    participants.filter { $0.role != .owner && $0.acceptanceStatus == .accepted }
      .compactMap(\.identity.userRecordName)
  }
}
