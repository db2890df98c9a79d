import CloudModel

/// The rules for what can be shared, and how often.
///
/// 1. The whole zone is shared by one record with a fixed name; a hierarchy by a record that names its
///    root. Not both in one zone.
/// 2. A record belongs to at most one share: not its root, nor what is above or below it, may be in
///    another.
/// 3. Only custom zones of the private database are shared.
///
/// Source: `CKShare`; CloudKit Web Services Reference, Modifying Records; `docs/protocol.md`.
struct ShareRules {
  let zone: StoredZone
  let context: BatchContext
  let reading: any CloudReading

  /// The share behind the record, or a new one without participants, after checking that there may
  /// be one.
  func share(
    for record: Record, _ modification: RecordModification, by caller: Caller
  ) throws -> StoredShare {
    guard !zone.isDefault else {
      throw CloudError(.invalidArguments, "The default zone cannot be shared.")
    }
    let shares = try reading.shares(of: zone)
    let name = record.recordID.recordName
    if let current = shares.first(where: { $0.recordName == name }) { return current }
    guard name != RecordID.zoneWideShareName else {
      guard shares.isEmpty else {
        throw CloudError(
          .invalidArguments, "A zone that holds shared hierarchies cannot be shared as a whole.")
      }
      return StoredShare(publicPermission: .none, participants: [])
    }
    guard !shares.contains(where: { $0.root == nil }) else {
      throw CloudError(.serverRejectedRequest, "The whole zone is shared already.")
    }
    guard let root = record.share?.rootRecordName else {
      throw CloudError(
        .invalidArguments, "A share must name the record that it shares in forRecord.")
    }
    try checkRoot(root, modification, by: caller)
    return StoredShare(root: root, recordName: name, publicPermission: .none, participants: [])
  }

  private func checkRoot(
    _ root: String, _ modification: RecordModification, by caller: Caller
  ) throws {
    let stored = try reading.record(named: root, in: zone)
    let isInRequest = context.saves[root] != nil
    guard isInRequest || stored.map({ !$0.isDeleted }) ?? false else {
      throw CloudError(.unknownItem, Self.noSuchRoot)
    }
    guard isInRequest || !caller.isNative else {
      throw CloudError(.invalidArguments, "A new share and its root must be saved in one request.")
    }
    if let tag = modification.rootChangeTag, let stored, !isInRequest, tag != stored.changeTag {
      throw CloudError(
        .serverRecordChanged, "client oplock error updating record", serverRecord: stored.record)
    }
    guard stored?.coveredBy == nil, stored?.record.shareReference == nil else {
      throw CloudError(.alreadyShared, "The record, or one above it, is shared already.")
    }
    try checkBelow(root)
  }

  private func checkBelow(_ root: String) throws {
    var pending = [root]
    var seen: Set<String> = [root]
    while let name = pending.popLast() {
      for child in try reading.children(of: name, in: zone) {
        guard child.coveredBy == nil else {
          throw CloudError(.alreadyShared, "A record below it is shared already.")
        }
        let childName = child.record.recordID.recordName
        if seen.insert(childName).inserted { pending.append(childName) }
      }
    }
  }

  /// Source: the live server's words, also for a type in the wrong case.
  static let noSuchRoot = "Cannot share - no such record exists to share"
}
