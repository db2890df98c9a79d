import CloudModel
import Foundation

extension RecordBatch {
  /// Stores the record and, if it is a share record, its share.
  mutating func apply(_ save: RecordPlan.RecordSave, publisher: inout ChangePublisher) throws {
    let name = save.record.recordID.recordName
    let stored = try transaction.record(named: name, in: access.zone)
    var record = save.record
    record.shareReference = stored?.record.shareReference
    record.shortGUID = stored?.record.shortGUID
    if save.createsShortGUID { record.shortGUID = try link(toRoot: name) }
    try write(record, over: stored)
    if let edit = save.share { try apply(edit, publisher: &publisher) }
  }

  /// Deletes the record, its share if it is a root, and all records with a DELETE_SELF reference to
  /// a deleted record.
  mutating func delete(_ name: String, publisher: inout ChangePublisher) throws {
    for stored in try ReferenceRules.cascade(of: [name], in: access.zone, transaction) {
      try storeTombstone(stored)
      guard stored.record.recordType == Share.recordType else { continue }
      try endShare(named: stored.record.recordID.recordName, publisher: &publisher)
    }
  }

  /// Updates the values that depend on the applied items: the share references of roots, the change
  /// tags of parents, and the share root of each record.
  mutating func finish() throws {
    // In the order of names, so that the same request always has the same result.
    for (root, share) in changes.shared.sorted(by: { $0.key < $1.key }) {
      try setShareReference(share, ofRoot: root)
    }
    for root in changes.unshared { try setShareReference(nil, ofRoot: root) }
    let saved = changes.saved
    try bumpTagsOfParents(of: saved)
    let names =
      saved.filter { $0.value.mayBeShared }.map(\.key) + changes.shared.keys + changes.unshared
    let hierarchy = Hierarchy(transaction: transaction)
    changes.roots.formUnion(
      try hierarchy.updateShareRoots(of: names.sorted(), in: &zone))
  }

  private mutating func write(_ record: Record, over stored: StoredRecord?) throws {
    let isNew = stored?.isDeleted ?? true
    var next = StoredRecord(
      id: stored?.id, record: record, changeCount: stored?.changeCount ?? 0,
      sequence: zone.advance(), isDeleted: false,
      coveredBy: stored?.coveredBy, isDamaged: stored?.isDamaged ?? false)
    next.chargedBytes = stored?.chargedBytes ?? 0
    next.countChange(in: transaction.partition.life)
    if isNew {
      next.record.creationDate = surroundings.stampTime()
      next.record.creatorUserRecordName = caller.userRecordName
    }
    next.stamp(by: caller, at: surroundings.stampTime())
    try applyEffects(from: stored, to: try save(next))
  }

  private mutating func storeTombstone(_ stored: StoredRecord) throws {
    var next = stored
    next.becomeTombstone()
    next.countChange(in: transaction.partition.life)
    next.sequence = zone.advance()
    next.stamp(by: caller, at: surroundings.stampTime())
    if let root = stored.coveredBy { changes.roots.insert(root) }
    try applyEffects(from: stored, to: try save(next))
  }

  private mutating func apply(_ edit: ShareEdit, publisher: inout ChangePublisher) throws {
    let root = edit.share.root
    let shortGUID = try link(toRoot: root)
    try transaction.save(edit.share, of: zone)
    if let root { changes.shared[root] = edit.share.recordName }
    let membership = Membership(root: root, transaction: transaction)
    for user in edit.removed {
      try membership.removeFromView(user, in: &zone, publisher: &publisher)
    }
    for user in edit.invited + edit.withdrawn {
      publisher.changedInvitation(of: user, shortGUID: shortGUID)
    }
  }

  private mutating func endShare(named name: String, publisher: inout ChangePublisher) throws {
    guard
      let share = try transaction.shares(of: access.zone).first(where: { $0.recordName == name })
    else { return }
    try Membership(root: share.root, transaction: transaction)
      .end(in: &zone, publisher: &publisher)
    if let root = share.root { changes.unshared.append(root) }
  }

  /// The short GUID of links to the share under `root`; created when it is first needed.
  private func link(toRoot root: String?) throws -> String {
    if let shortGUID = try transaction.shortGUID(of: access.zone, root: root) { return shortGUID }
    let shortGUID = surroundings.randomURLSafe(byteCount: 18)
    try transaction.setShortGUID(shortGUID, of: zone, root: root)
    return shortGUID
  }

  private mutating func setShareReference(_ share: String?, ofRoot root: String) throws {
    guard var stored = try transaction.record(named: root, in: access.zone), !stored.isDeleted
    else { return }
    let shortGUID = try link(toRoot: root)
    guard stored.record.shareReference != share || stored.record.shortGUID != shortGUID else {
      return
    }
    stored.record.shareReference = share
    stored.record.shortGUID = shortGUID
    try bumpTag(stored)
  }

  /// A parent gets a new change tag when a child is saved, unless the same request saves the parent
  /// too.
  ///
  /// Source: `docs/protocol.md`.
  private mutating func bumpTagsOfParents(of saved: [String: StoredRecord]) throws {
    let parents = Set(saved.values.compactMap(\.record.parent)).subtracting(saved.keys)
    for parent in parents.sorted() {
      guard let stored = try transaction.record(named: parent, in: access.zone), !stored.isDeleted
      else { continue }
      try bumpTag(stored)
    }
  }

  /// Gives the record a new tag and the last place in the feed.
  private mutating func bumpTag(_ stored: StoredRecord) throws {
    var next = stored
    next.countChange(in: transaction.partition.life)
    next.sequence = zone.advance()
    next.record.recordChangeTag = next.changeTag
    if let root = stored.coveredBy { changes.roots.insert(root) }
    try save(next)
  }

  @discardableResult
  private mutating func save(_ next: StoredRecord) throws -> StoredRecord {
    try transaction.saveWhole(next, in: &zone, at: surroundings.now())
  }
}

extension StoredRecord {
  /// Whether the record belongs to a shared hierarchy, or may enter one with this save.
  fileprivate var mayBeShared: Bool {
    coveredBy != nil || record.parent != nil || record.recordType == Share.recordType
  }

  /// Drops everything but the name, and what the cloud counts.
  mutating func becomeTombstone() {
    record.fields = [:]
    record.encryptedKeys = []
    record.parent = nil
    record.shareReference = nil
    isDeleted = true
  }

  mutating func stamp(by caller: Caller, at date: Date) {
    record.modificationDate = Date(millisecondsSince1970: date.millisecondsSince1970)
    record.lastModifiedUserRecordName = caller.userRecordName
    record.creationDate = record.creationDate.map {
      Date(millisecondsSince1970: $0.millisecondsSince1970)
    }
    record.recordChangeTag = changeTag
  }
}
