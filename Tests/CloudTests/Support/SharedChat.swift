import CloudModel
import Testing

/// Alice's zone `chat`, as she and those she invited use it.
struct SharedChat: Sendable {
  let cloud: CloudUnderTest
  let alice: any CloudContainer
  let zoneID: RecordZoneID

  /// Alice signs up and makes the zone; nobody else is there yet.
  init(in cloud: CloudUnderTest) async throws {
    self.cloud = cloud
    alice = try await cloud.signUp("alice")
    zoneID = RecordZoneID(zoneName: "chat", ownerName: alice.userRecordName)
    _ = try await alice.database(with: .private)
      .modifyRecordZones(saving: [RecordZone(zoneID: zoneID)], deleting: [])
      .saveResults[zoneID]?.get()
  }

  /// Signs `name` up, invites and accepts.
  func join(
    _ name: String, _ permission: Participant.Permission = .readWrite
  ) async throws -> any CloudContainer {
    let guest = try await cloud.signUp(name)
    let shortGUID = try await invite(name, permission)
    _ = try await guest.accept(shortGUID: shortGUID)
    return guest
  }

  /// Adds `name` to the share, making the share where there is none; returns what the link ends in.
  @discardableResult
  func invite(
    _ name: String, _ permission: Participant.Permission = .readWrite
  ) async throws -> String {
    try await editShare { share in
      share.participants.append(
        Participant(
          identity: UserIdentity(userRecordName: nil, lookupName: name), permission: permission))
    }
  }

  /// Saves Alice's share after `edit`; returns what the link ends in.
  @discardableResult
  func editShare(_ edit: (inout Share) -> Void) async throws -> String {
    var record =
      try await share()
      ?? Record(
        recordType: Share.recordType, recordID: .zoneWideShare(in: zoneID),
        fields: [Share.titleKey: .string("Chat")], share: Share())
    var share = record.share ?? Share()
    edit(&share)
    record.share = share
    let saved = try await save(record, by: alice).get()
    return try #require(saved.share?.shortGUID)
  }

  /// The share record as `reader` sees it, Alice by default; nil where there is none.
  func share(for reader: (any CloudContainer)? = nil) async throws -> Record? {
    let recordID = RecordID.zoneWideShare(in: zoneID)
    let result = try await database(of: reader ?? alice).records(
      for: [recordID], desiredKeys: nil)[recordID]
    return try? result?.get()  // Absence is an error of the item, and an answer here.
  }

  func database(of user: any CloudContainer) -> any CloudDatabase {
    user.database(with: zoneID.databaseScope(for: user.userRecordName))
  }

  func message(_ name: String, _ text: String, tag: String? = nil) -> Record {
    Record(
      recordType: "Message", recordID: RecordID(recordName: name, zoneID: zoneID),
      fields: ["text": .string(text)], recordChangeTag: tag)
  }

  /// Saves a record that cannot but be saved.
  @discardableResult
  func store(
    _ record: Record, by user: any CloudContainer,
    _ policy: RecordSavePolicy = .ifServerRecordUnchanged
  ) async throws -> Record {
    try await save(record, by: user, policy).get()
  }

  func save(
    _ record: Record, by user: any CloudContainer,
    _ policy: RecordSavePolicy = .ifServerRecordUnchanged
  ) async throws -> Result<Record, CloudError> {
    let results = try await database(of: user).modifyRecords(
      saving: [record], deleting: [], savePolicy: policy, atomically: true)
    return try #require(results.saveResults[record.recordID])
  }

  func delete(_ name: String, by user: any CloudContainer) async throws -> Result<Void, CloudError>
  {
    let recordID = RecordID(recordName: name, zoneID: zoneID)
    let results = try await database(of: user).modifyRecords(
      saving: [], deleting: [recordID], savePolicy: .ifServerRecordUnchanged, atomically: true)
    return try #require(results.deleteResults[recordID])
  }

  /// The zone's changes since a token, read to the end in pages of `limit`.
  func changes(
    for reader: any CloudContainer, since token: ServerChangeToken? = nil, limit: Int? = nil
  ) async throws -> (lines: [String], token: ServerChangeToken) {
    var lines: [String] = []
    var token = token
    while true {
      let page = try await database(of: reader).recordZoneChanges(
        inZoneWith: zoneID, since: token, desiredKeys: nil, resultsLimit: limit)
      lines += page.modifications.map {
        "\($0.recordID.recordName) \($0.fields["text"]?.stringValue ?? "-")"
      }
      lines += page.deletions.map { "\($0.recordID.recordName) deleted" }
      token = page.changeToken
      if !page.moreComing { return (lines, page.changeToken) }
    }
  }

  /// The zones that changed in `reader`'s database, read to the end; a deleted one has a minus.
  func databaseChanges(
    for reader: any CloudContainer, since token: ServerChangeToken? = nil, limit: Int? = nil
  ) async throws -> (zones: [String], token: ServerChangeToken) {
    var zones: [String] = []
    var token = token
    while true {
      let page = try await database(of: reader).databaseChanges(
        since: token, resultsLimit: limit)
      zones += page.modifications.map(\.zoneName) + page.deletions.map { "-\($0.zoneID.zoneName)" }
      token = page.changeToken
      if !page.moreComing { return (zones, page.changeToken) }
    }
  }
}

/// The code of a failed item; nil where it succeeded.
func code<T>(_ result: Result<T, CloudError>?) -> CloudError.Code? {
  guard case .failure(let error) = result else { return nil }
  return error.code
}
