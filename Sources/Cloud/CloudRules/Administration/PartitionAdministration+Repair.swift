package import CloudModel

/// The damaged rows that a repair has set aside in one partition.
package struct Repair: Sendable, Equatable {
  package var partition: Partition
  package var rows: [DamagedRow]

  package init(partition: Partition, rows: [DamagedRow]) {
    self.partition = partition
    self.rows = rows
  }
}

extension PartitionAdministration {
  /// Sets aside every row that cannot be read completely, and keeps the rest.
  ///
  /// 1. A record stays where it is with the fields that can be read, and appears as changed to
  ///    everybody who sees it.
  /// 2. A participant whose entry cannot be read is removed from the share; the owner never is. A
  ///    share whose public permission cannot be read is closed.
  /// 3. A subscription that cannot be read is removed.
  package func repair() throws(CloudError) -> [DamagedRow] {
    try write { transaction, publisher in
      let rows = try transaction.damagedRows()
      var zones: [RecordZoneID: ZoneRepair] = [:]
      for row in rows {
        switch row {
        case .record(let zoneID, let name):
          zones[zoneID, default: ZoneRepair()].records.append(name)
        case .share(let zoneID, let root):
          zones[zoneID, default: ZoneRepair()].shares[root ?? "", default: []] += []
          zones[zoneID]?.asides.append(row)
        case .participant(let zoneID, let root, let user):
          zones[zoneID, default: ZoneRepair()].shares[root ?? "", default: []].append(user)
          zones[zoneID]?.asides.append(row)
        case .subscription: try setAside(row, transaction)
        }
      }
      for (zoneID, repair) in zones.sorted(by: { "\($0.key)" < "\($1.key)" }) {
        try apply(repair, to: zoneID, transaction, &publisher)
      }
      return rows
    }
  }

  /// The repairs in one zone.
  private struct ZoneRepair {
    /// The names of records that lose fields.
    var records: [String] = []
    /// The users to remove from the share under each root; the empty name stands for the whole
    /// zone.
    var shares: [String: [String]] = [:]
    /// The damaged rows of these shares; the repair sets them aside once it has locked the zone.
    var asides: [DamagedRow] = []
  }

  private func setAside(_ row: DamagedRow, _ transaction: any CloudTransaction) throws {
    try transaction.setAside(row, milliseconds: surroundings.now().millisecondsSince1970)
  }

  private func apply(
    _ repair: ZoneRepair, to zoneID: RecordZoneID, _ transaction: any CloudTransaction,
    _ publisher: inout ChangePublisher
  ) throws {
    guard var zone = try transaction.lockZone(zoneID) else { return }
    for row in repair.asides { try setAside(row, transaction) }
    var roots: Set<String> = []
    var names = repair.records
    for (root, removed) in repair.shares.sorted(by: { $0.key < $1.key }) {
      let root = root.isEmpty ? nil : root
      guard let share = try mended(of: zone.zone, root: root, transaction) else { continue }
      try transaction.save(share, of: zone)
      roots.formUnion([root].compactMap(\.self))
      if !names.contains(share.recordName) { names.append(share.recordName) }
      let membership = Membership(root: root, transaction: transaction)
      for user in removed where try sawZone(user, zone.zone, transaction) {
        try membership.removeFromView(user, in: &zone, publisher: &publisher)
      }
    }
    for name in names {
      guard var stored = try transaction.record(named: name, in: zone.zone) else { continue }
      stored.countChange(in: transaction.partition.life)
      stored.sequence = zone.advance()
      roots.formUnion([stored.coveredBy].compactMap(\.self))
      let saved = try transaction.saveWhole(stored, in: &zone, at: publisher.date)
      try transaction.updateIndex(of: saved, isNew: false, in: zone, at: publisher.date)
    }
    try transaction.update(&zone)
    try publisher.changed(zone.zone, roots: roots, in: transaction)
  }

  /// The readable part of the share, with its owner added if missing.
  private func mended(
    of zone: StoredZone, root: String?, _ transaction: any CloudTransaction
  ) throws -> StoredShare? {
    guard var share = try transaction.share(of: zone, root: root) else { return nil }
    let isOwned = share.participants.contains { $0.role == .owner }
    if !isOwned, let owner = try transaction.account(userRecordName: zone.zoneID.ownerName) {
      let id = surroundings.randomHex(byteCount: 8)
      share.participants.insert(Participant(owner: owner, participantID: id), at: 0)
    }
    return share
  }

  private func sawZone(
    _ user: String, _ zone: StoredZone, _ reading: any CloudReading
  ) throws -> Bool {
    guard user != zone.zoneID.ownerName,
      let entry = try reading.feedEntry(for: zone.zoneID, of: user, .shared)
    else { return false }
    return entry.deletionReason == nil
  }
}
