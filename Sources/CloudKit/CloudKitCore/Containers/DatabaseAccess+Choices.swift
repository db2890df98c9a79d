import CloudDevices
import CloudModel

extension DatabaseAccess {
  /// What is about to be sent, as the cloud has it.
  struct Request {
    var saves: [(record: CKRecord, wire: Record)] = []
    var deletions: [(id: CKRecord.ID, wire: RecordID)] = []
  }

  /// Takes out what the cloud lets pass and the device's choices refuse: deletions of records that are not there, and
  /// references to them.
  ///
  /// The records are looked up only where a choice asks for it; one that comes or goes meanwhile is not noticed.
  func refuse(
    _ request: inout Request, in session: Session, into refused: inout ModifyResults
  ) async throws(CKError) {
    let refusesDeletions = choices.missingRecordDeletion == .unknownItem
    let refusesReferences = choices.danglingReference == .referenceViolation
    var names: Set<RecordID> = []
    if refusesDeletions { names.formUnion(request.deletions.map(\.wire)) }
    if refusesReferences {
      for save in request.saves { names.formUnion(Self.deletingTargets(of: save.wire)) }
    }
    guard !names.isEmpty else { return }
    var missing = try await self.missing(names, in: session)
    if refusesDeletions {
      for (id, wire) in request.deletions where missing.contains(wire) {
        refused.deletions.append((id, .failure(CKError(.unknownItem, "Record not found"))))
      }
      request.deletions.removeAll { missing.contains($0.wire) }
    }
    guard refusesReferences else { return }
    // What the same request saves is there.
    missing.subtract(request.saves.map(\.wire.recordID))
    let dangling = request.saves.filter { save in
      Self.deletingTargets(of: save.wire).contains(where: missing.contains)
    }
    for (record, _) in dangling {
      let error = CKError(.referenceViolation, "The target of a reference is not there.")
      refused.saves.append((record.recordID, .failure(error)))
    }
    request.saves.removeAll { save in dangling.contains { $0.record === save.record } }
  }

  private static func deletingTargets(of record: Record) -> [RecordID] {
    record.references.filter { $0.action == .deleteSelf }
      .map { RecordID(recordName: $0.recordName, zoneID: $0.zoneID ?? record.recordID.zoneID) }
  }

  private func missing(
    _ names: Set<RecordID>, in session: Session
  ) async throws(CKError) -> Set<RecordID> {
    var missing: Set<RecordID> = []
    for (_, names) in Array(names).grouped(by: \.zoneID) {
      for names in names.chunks(of: Self.requestLimit) {
        let answer = try await limits.calling { () async throws(CloudError) in
          try await session.database.records(for: names, desiredKeys: [])
        }
        for (name, result) in answer {
          if case .failure(let error) = result, error.code == .unknownItem { missing.insert(name) }
        }
      }
    }
    return missing
  }
}
