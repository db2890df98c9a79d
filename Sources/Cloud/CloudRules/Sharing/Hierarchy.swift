import CloudModel

/// The shared hierarchies in one zone: the share root of each record, and the departures for
/// participants whose view a record leaves.
///
/// 1. A root's own parent does not matter: a hierarchy begins at its root.
/// 2. A record that leaves a participant's view becomes a departure in that participant's feed. The
///    record and its departure get the same new sequence number. A record that enters a view moves
///    to the end of the zone's feed, so that no change token is past it.
/// 3. Every record except a root has the share root of its parent. A hierarchy is therefore shared
///    to any depth, saving a record needs one look-up of its parent, and a new share root is passed
///    down only to the records below. `ReferenceRules` prevents cycles in chains of
///    parents.
struct Hierarchy {
  let transaction: any CloudTransaction

  /// Updates the share root of the named records and of all records below them.
  ///
  /// Returns the roots whose hierarchies changed.
  func updateShareRoots(of names: [String], in zone: inout LockedZone) throws -> Set<String> {
    guard !names.isEmpty else { return [] }
    let shares = try transaction.shares(of: zone.zone)
    var touched: Set<String> = []
    var pending = names
    while let name = pending.popLast() {
      guard let stored = try transaction.record(named: name, in: zone.zone), !stored.isDeleted
      else {
        continue
      }
      let root = try shareRoot(of: stored.record, shares, in: zone.zone)
      touched.formUnion([stored.coveredBy, root].compactMap(\.self))
      guard root != stored.coveredBy else { continue }
      let sequence = zone.advance()
      try transaction.setCover(root, ofRecord: name, sequence: sequence, in: zone)
      try remove(name, fromViewsOf: shares.first { $0.root == stored.coveredBy }, in: zone)
      try add(name, toViewsOf: shares.first { $0.root == root }, in: zone)
      pending += try transaction.children(of: name, in: zone.zone).map(\.record.recordID.recordName)
    }
    return touched
  }

  /// The share root of a record whose parent is `parent`; nil if it belongs to no share.
  ///
  /// Parents that the same request saves count as saved.
  static func shareRoot(
    ofChildrenOf parent: String?, in zone: StoredZone, _ context: BatchContext,
    reading: any CloudReading
  ) throws -> String? {
    var next = parent
    var seen: Set<String> = []
    while let name = next, seen.insert(name).inserted {
      let stored = try reading.record(named: name, in: zone)
      if let stored, !stored.isDeleted, let root = stored.coveredBy { return root }
      guard let saved = context.saves[name] else { return nil }
      next = saved.parent ?? stored?.record.parent
    }
    return nil
  }

  private func shareRoot(
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
    // The parent may still have a root whose share has just ended; such a root counts as none.
    return shares.first { $0.root == stored.coveredBy }?.root
  }

  private func remove(
    _ name: String, fromViewsOf share: StoredShare?, in zone: LockedZone
  ) throws {
    // Hierarchy 2: `setCover` has just given the record this number.
    for user in share?.acceptedGuests ?? [] {
      try transaction.noteDeparture(of: name, from: zone, of: user, sequence: zone.zone.sequence)
    }
  }

  private func add(
    _ name: String, toViewsOf share: StoredShare?, in zone: LockedZone
  ) throws {
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
