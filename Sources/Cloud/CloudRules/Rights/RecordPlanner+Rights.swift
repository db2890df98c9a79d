import CloudModel

// The permissions on a record: the owner may do everything, participants what their share permits. In the public
// database, the grants of the record type decide.

extension RecordPlanner {
  /// Refuses an operation that the caller may not perform on an existing record.
  ///
  /// Returns the participation that ends if a participant deletes the share.
  func rights(to stored: StoredRecord, for operation: RecordOperation) throws -> Participation? {
    let isShare = stored.record.recordType == Share.recordType
    switch (access.role, operation) {
    case (.owner, _): return nil
    case (.world, _):
      try checkPublic(stored, operation)
      return nil
    case (.participant(let view), .delete) where isShare:
      return view.participation(inShareNamed: stored.record.recordID.recordName)
    case (.participant, .save) where isShare:
      throw CloudError(.permissionFailure, "Only the owner can edit the share.")
    case (.participant(let view), _):
      try check(stored, view, operation)
      return nil
    }
  }

  /// Refuses what the caller may not create.
  func rightsToCreate(_ operation: RecordOperation) throws {
    switch access.role {
    case .owner: return
    case .world:
      try checkPublicCreation(operation)
    case .participant(let view):
      guard case .save(let record, _) = operation else {
        guard !view.seesWholeZone || view.canWrite(underRoot: nil) else {
          throw Self.writeNotPermitted
        }
        return
      }
      guard record.recordType != Share.recordType else {
        throw CloudError(.permissionFailure, "Only the owner can edit the share.")
      }
      let root = try Hierarchy.shareRoot(
        ofChildrenOf: record.parent, in: access.zone, context, reading: reading)
      guard view.canWrite(underRoot: root) else { throw Self.writeNotPermitted }
    }
  }

  private func check(
    _ stored: StoredRecord, _ view: ParticipantView, _ operation: RecordOperation
  ) throws {
    guard view.sees(stored) else {
      // A record outside the view is answered as if it did not exist, so that nothing about it is
      // revealed.
      guard case .save(_, let type) = operation, type != .update, type != .replace else {
        throw CloudError.recordNotFound
      }
      throw Self.writeNotPermitted
    }
    guard view.canWrite(underRoot: stored.coveredBy) else { throw Self.writeNotPermitted }
    switch operation {
    case .delete:
      guard stored.record.shareReference == nil else {
        throw CloudError(.permissionFailure, "Only the owner can delete the root of a share.")
      }
    case .save(let record, let type):
      let replaces = type == .replace || type == .forceReplace
      guard !view.seesWholeZone, stored.record.shareReference == nil,
        let parent = record.parent ?? (replaces ? "" : nil)
      else { return }
      let root = try Hierarchy.shareRoot(
        ofChildrenOf: parent, in: access.zone, context, reading: reading)
      guard view.canWrite(underRoot: root) else { throw Self.writeNotPermitted }
    }
  }

  private func checkPublic(_ stored: StoredRecord, _ operation: RecordOperation) throws {
    let type = stored.record.recordType
    try PublicRights.check(
      .write, by: caller, creator: stored.record.creatorUserRecordName,
      grants: try RecordGrants(of: type, in: reading))
    if case .delete = operation, type == UserRecord.recordType { throw Self.writeNotPermitted }
  }

  /// Asks an anonymous caller to sign in before the answer reveals whether the record exists.
  private func checkPublicCreation(_ operation: RecordOperation) throws {
    switch operation {
    case .delete:
      guard caller.kind != .anonymous else { throw CloudError.needsAuthorization }
    case .save(let record, let type):
      guard type.createsRecords else {
        guard caller.kind != .anonymous else { throw CloudError.needsAuthorization }
        return
      }
      try PublicRights.check(
        .create, by: caller, creator: nil,
        grants: try RecordGrants(of: record.recordType, in: reading))
      try NameRules.checkRecordName(record.recordID.recordName)
    }
  }

  private static var writeNotPermitted: CloudError {
    CloudError(.permissionFailure, "WRITE operation not permitted")
  }
}

extension RecordOperationType {
  /// Whether the operation creates a record that does not exist yet.
  fileprivate var createsRecords: Bool {
    switch self {
    case .create, .forceUpdate, .forceReplace: true
    case .update, .replace, .delete, .forceDelete: false
    }
  }
}
