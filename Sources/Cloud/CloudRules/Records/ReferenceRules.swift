import CloudModel

/// The rules for references between the records of one zone, checked for all items of a request
/// together.
///
/// 1. A parent, and the target of a VALIDATE reference, must exist after the request.
/// 2. A record cannot be deleted if children of it or VALIDATE references to it remain after the
///    request.
/// 3. A record with a DELETE_SELF reference is refused if 750 other stored records already have one
///    to the same target.
/// 4. A reference leads to a record in its own zone.
/// 5. No record is its own ancestor, however long the chain of parents.
///
/// One failing item may make others fail, so the check is repeated until no further item fails.
///
/// Source: CloudKit Web Services Reference, Reference; `docs/protocol.md`.
struct ReferenceRules {
  let zone: StoredZone
  let reading: any CloudReading

  /// The items of `plans` that break a rule, each with its error, by index.
  func violations(
    in plans: [Result<RecordPlan, CloudError>]
  ) throws -> [Int: CloudError] {
    var failures: [Int: CloudError] = [:]
    while true {
      var after = After(plans, without: failures)
      let deleted = try Self.cascade(
        of: Array(after.deleted), sparing: Set(after.saved.keys), in: zone, reading)
      after.deleted.formUnion(deleted.map(\.record.recordID.recordName))
      var found: [Int: CloudError] = [:]
      for (index, plan) in plans.enumerated() where failures[index] == nil {
        guard case .success(let plan) = plan else { continue }
        if let error = try violation(by: plan, after) { found[index] = error }
      }
      if found.isEmpty { return failures }
      failures.merge(found) { first, _ in first }
    }
  }

  /// The records that the request will have saved and deleted.
  private struct After {
    var saved: [String: Record] = [:]
    var deleted: Set<String> = []

    init(_ plans: [Result<RecordPlan, CloudError>], without failures: [Int: CloudError]) {
      for (index, plan) in plans.enumerated() where failures[index] == nil {
        switch plan {
        case .success(.save(let save)): saved[save.record.recordID.recordName] = save.record
        case .success(.delete(let stored)): deleted.insert(stored.record.recordID.recordName)
        case .success(.leave), .success(.nothing), .failure: break
        }
      }
    }
  }

  /// The named records that exist, and all records that are deleted with them, in the order of
  /// deletion.
  ///
  /// The share of a root is deleted with it, and so is each record with a DELETE_SELF reference to
  /// a deleted record. The records in `saved` stay, because the same request saves them.
  static func cascade(
    of names: [String], sparing saved: Set<String> = [], in zone: StoredZone,
    _ reading: any CloudReading
  ) throws -> [StoredRecord] {
    var pending = names
    var seen = saved
    var deleted: [StoredRecord] = []
    while let name = pending.popLast() {
      guard seen.insert(name).inserted, let stored = try reading.record(named: name, in: zone),
        !stored.isDeleted
      else { continue }
      deleted.append(stored)
      if let share = stored.record.shareReference { pending.append(share) }
      pending += try reading.referrers(to: name, in: zone, action: .deleteSelf)
        .map(\.record.recordID.recordName)
    }
    return deleted
  }

  private func violation(by plan: RecordPlan, _ after: After) throws -> CloudError? {
    switch plan {
    case .save(let save): try violation(by: save.record, after)
    case .delete(let stored): try violation(byDeleting: stored, after)
    case .leave, .nothing: nil
    }
  }

  private func violation(by record: Record, _ after: After) throws -> CloudError? {
    let name = record.recordID.recordName
    if let parent = record.parent {
      guard parent != name else {
        return CloudError(.invalidArguments, "A record cannot be its own parent.")
      }
      guard try isThere(parent, after) else { return .missingTarget(parent) }
      if let error = try violation(byParentOf: record, after) { return error }
    }
    for reference in record.references {
      guard reference.zoneID == nil else { return .foreignZone(reference.recordName) }
      switch reference.action {
      case .none: continue
      case .validate:
        guard try isThere(reference.recordName, after) else {
          return .missingTarget(reference.recordName)
        }
      case .deleteSelf:
        let others = try reading.referrerCount(
          to: reference.recordName, in: zone, action: .deleteSelf, except: name)
        guard others < CloudLimits.deleteSelfReferrers
        else {
          // Source: the words are the live server's; `docs/protocol.md`.
          return CloudError(
            .limitExceeded, "Limit exceeded for number of owning references to single record")
        }
      }
    }
    return nil
  }

  /// Refuses a chain of parents that forms a cycle.
  ///
  /// A cycle consists only of records of this request, or it contains a stored record that has
  /// children and gets a new parent. Stored parents are followed only for such a moved record.
  private func violation(byParentOf record: Record, _ after: After) throws -> CloudError? {
    let name = record.recordID.recordName
    let stored = try reading.record(named: name, in: zone)
    let moves = stored.map { !$0.isDeleted && $0.record.parent != record.parent } ?? false
    let followsStored = try moves && reading.hasChildren(name, in: zone)
    var next = record.parent
    var seen: Set<String> = []
    while let above = next, seen.insert(above).inserted {
      guard above != name else {
        return CloudError(.invalidArguments, "A record cannot be above itself.")
      }
      guard seen.count <= CloudLimits.parentsAboveMovedRecord else {
        return CloudError(
          .limitExceeded,
          "limit exceeded: a record with children is moved to a place with at most "
            + "\(CloudLimits.parentsAboveMovedRecord) parents above it")
      }
      if let saved = after.saved[above] {
        next = saved.parent
      } else {
        next = followsStored ? try reading.record(named: above, in: zone)?.record.parent : nil
      }
    }
    return nil
  }

  private func violation(
    byDeleting stored: StoredRecord, _ after: After
  ) throws -> CloudError? {
    let name = stored.record.recordID.recordName
    for child in try reading.children(of: name, in: zone)
    where remains(child, after, holding: { $0.parent == name }) {
      return CloudError(
        .referenceViolation, "The record is the parent of \(child.record.recordID.recordName).")
    }
    for referrer in try reading.referrers(to: name, in: zone, action: .validate)
    where remains(
      referrer, after,
      holding: { record in
        record.references.contains { $0.recordName == name && $0.action == .validate }
      })
    {
      return CloudError(
        .referenceViolation,
        "The record \(referrer.record.recordID.recordName) has a validated reference to it.")
    }
    return nil
  }

  private func remains(
    _ stored: StoredRecord, _ after: After, holding binds: (Record) -> Bool
  ) -> Bool {
    let name = stored.record.recordID.recordName
    return !after.deleted.contains(name) && binds(after.saved[name] ?? stored.record)
  }

  private func isThere(_ name: String, _ after: After) throws -> Bool {
    if after.saved[name] != nil { return true }
    guard !after.deleted.contains(name) else { return false }
    return try reading.record(named: name, in: zone).map { !$0.isDeleted } ?? false
  }
}

extension CloudError {
  fileprivate static func foreignZone(_ name: String) -> CloudError {
    CloudError(
      .invalidArguments,
      "The reference to \(name) names another zone. A reference must stay in its zone.")
  }

  fileprivate static func missingTarget(_ name: String) -> CloudError {
    CloudError(.referenceViolation, "The record \(name) that is referred to does not exist.")
  }
}
