import CloudModel

/// The hierarchies in one zone: which record hangs under which root, and what its coming under
/// another share means for those who see it.
///
/// 1. A root's own parent does not matter: a hierarchy begins at its root.
/// 2. A record that leaves a participant's view is a departure in that participant's feed, with the
///    number that the record has then; one that enters it moves to the end of the zone's feed, so
///    that nobody's token is past it.
/// 3. Every record but a root is covered as its parent is. So a hierarchy is shared to any depth, a
///    saved record costs one look at its parent, and a change goes down to those whom it concerns.
///    `ReferenceRules` keeps chains of parents from closing.
struct Hierarchy {
  let transaction: any CloudTransaction

  /// Sets right to which share's hierarchy the named records and all below them belong.
  ///
  /// Returns the roots whose hierarchies changed.
  func updateShareRoots(of names: [String], in zone: inout StoredZone) throws -> Set<String> {
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
    var seen: Set<String> = []
    while let name = next, seen.insert(name).inserted {
      let stored = try reading.record(named: name, in: zone)
      if let stored, !stored.isDeleted, let cover = stored.coveredBy { return cover }
      guard let saved = context.saves[name] else { return nil }
      next = saved.parent ?? stored?.record.parent
    }
    return nil
  }

  private func cover(
    of record: Record, _ shares: [StoredShare], in zone: StoredZone
  ) throws -> String? {
    let name = record.recordID.recordName
    if record.recordType == Share.recordType {
      return shares.first { $0.recordName == name }?.root
    }
    if shares.contains(where: { $0.root == name }) { return name }
    guard let parent = record.parent,
      let stored = try transaction.record(named: parent, in: zone), !stored.isDeleted
    else { return nil }
    // A cover whose share has just ended is about to go.
    return shares.first { $0.root == stored.coveredBy }?.root
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
