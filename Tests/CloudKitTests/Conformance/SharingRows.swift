import CloudKit
import Foundation

/// Links, joining, people, and the shares themselves.
enum SharingRows {
  static let all: [Row] =
    rows(looking, seen) + rows(accepting, accepted) + rows(finding, found) + people
    + AwaitedRows.all + shares + roots

  // MARK: - Looking at a link

  static let words: @Sendable (CKShare.Metadata) -> String = {
    "\($0.share[CKShare.SystemFieldKey.title] as? String ?? "no title") "
      + "\($0.participantStatus == .accepted ? "accepted" : "pending")"
  }

  static let seen: Answers = [
    .invited: .value("Notes pending"), .openLink: .value("Notes pending"),
    .readWriteShare: .value("Notes accepted"), .readOnlyShare: .value("Notes accepted"),
    .notInvited: .item(.unknownItem),
    .anotherAddressInvited: .item(.participantMayNeedVerification),
    .removedFromShare: .item(.unknownItem),
    .shareEnded: .item(.unknownItem),
    .invitedWithoutNetwork: .call(.networkUnavailable),
    .invitedRateLimited: .call(.requestRateLimited, retryAfter: 7),
  ]

  private static let looking: [Call] = [
    Call("shareMetadata(for:)", .asynchronous) {
      words(try await $0.container.shareMetadata(for: try $0.link()))
    },
    Call("fetchShareMetadata(with:)", .handler) { place in
      let url = try place.link()
      return try await handled(
        { place.container.fetchShareMetadata(with: url, completionHandler: $0) }, words)
    },
    Call("shareMetadatas(for:)", .batch) {
      ErrorText.text(try await $0.container.shareMetadatas(for: [try $0.link()]), words)
    },
    Call("fetchShareMetadatas(for:)", .batchHandler) { place in
      let url = try place.link()
      return try await handled({
        place.container.fetchShareMetadatas(for: [url], completionHandler: $0)
      }) { ErrorText.text($0, words) }
    },
    Call("CKFetchShareMetadataOperation", .operation) { place in
      let operation = CKFetchShareMetadataOperation(shareURLs: [try place.link()])
      return await run(operation, in: place.container) { operation, log in
        operation.perShareMetadataResultBlock = { log.item($1, words) }
        operation.fetchShareMetadataResultBlock = { log.end($0) }
      }
    },
  ]

  // MARK: - Joining

  /// The metadata are there, and the state has changed since.
  private static let metadataFetched = State("metadata fetched", from: .invited) { place in
    place.metadata = try await place.container.shareMetadata(for: try place.link())
  }

  private static let openLinkFetched = State("public link, metadata fetched", from: .openLink) {
    place in
    place.metadata = try await place.container.shareMetadata(for: try place.link())
  }

  static let accepted: Answers = [
    metadataFetched: .value("accepted"), openLinkFetched: .value("accepted"),
    .readWriteShare: .value("accepted"), .removedFromShare: .item(.permissionFailure),
    .shareEnded: .item(.unknownItem), .invitedWithoutAccount: .call(.notAuthenticated),
    .invitedWithoutNetwork: .call(.networkUnavailable),
  ]

  static let status: @Sendable (CKShare) -> String = {
    $0.currentUserParticipant?.acceptanceStatus == .accepted ? "accepted" : "not accepted"
  }

  static func metadata(_ place: Place) throws -> CKShare.Metadata {
    guard let metadata = place.metadata else { throw CKError(.internalError) }
    return metadata
  }

  private static let accepting: [Call] = [
    Call("accept(metadata)", .asynchronous) {
      status(try await $0.container.accept(try metadata($0)))
    },
    Call("accept(metadata)", .handler) { place in
      let metadata = try metadata(place)
      return try await handled(
        { place.container.accept(metadata, completionHandler: $0) }, status)
    },
    Call("accept(metadatas)", .batch) {
      ErrorText.text(try await $0.container.accept([try metadata($0)]), status)
    },
    Call("accept(metadatas)", .batchHandler) { place in
      let metadata = try metadata(place)
      return try await handled({
        place.container.accept([metadata], completionHandler: $0)
      }) { ErrorText.text($0, status) }
    },
    Call("CKAcceptSharesOperation", .operation) { place in
      let operation = CKAcceptSharesOperation(shareMetadatas: [try metadata(place)])
      return await run(operation, in: place.container) { operation, log in
        operation.perShareResultBlock = { log.item($1, status) }
        operation.acceptSharesResultBlock = { log.end($0) }
      }
    },
  ]

  // MARK: - People

  static let otherExists = State("the other person exists", from: .saved) {
    _ = try await $0.fixture.container(of: $0.other)
  }

  static let found: Answers = [
    otherExists: .value("readOnly pending"),
    .saved: .value("readOnly pending, no account"),
    .noNetwork: .call(.networkUnavailable), .noAccount: .call(.notAuthenticated),
    .rateLimited: .call(.requestRateLimited, retryAfter: 7),
  ]

  static let participant: @Sendable (CKShare.Participant) -> String = {
    ($0.permission == .readOnly ? "readOnly" : "another right") + " "
      + ($0.acceptanceStatus == .pending ? "pending" : "another status")
      + ($0.userIdentity.hasiCloudAccount ? "" : ", no account")
  }

  static func address(_ place: Place) -> String { place.fixture.address(of: place.other) }

  private static let finding: [Call] = [
    Call("shareParticipant(forEmailAddress:)", .asynchronous) {
      participant(try await $0.container.shareParticipant(forEmailAddress: address($0)))
    },
    Call("fetchShareParticipant(withEmailAddress:)", .handler) { place in
      try await handled(
        {
          place.container.fetchShareParticipant(
            withEmailAddress: address(place), completionHandler: $0)
        }, participant)
    },
    Call("shareParticipants(forEmailAddresses:)", .batch) {
      ErrorText.text(
        try await $0.container.shareParticipants(forEmailAddresses: [address($0)]), participant)
    },
    Call("fetchShareParticipants(forEmailAddresses:)", .batchHandler) { place in
      try await handled({
        place.container.fetchShareParticipants(
          forEmailAddresses: [address(place)], completionHandler: $0)
      }) { ErrorText.text($0, participant) }
    },
    Call("CKFetchShareParticipantsOperation", .operation) { place in
      let operation = CKFetchShareParticipantsOperation(
        userIdentityLookupInfos: [.init(emailAddress: address(place))])
      return await run(operation, in: place.container) { operation, log in
        operation.perShareParticipantResultBlock = { log.item($1, participant) }
        operation.fetchShareParticipantsResultBlock = { log.end($0) }
      }
    },
  ]

  private static let people: [Row] = [
    row("shareParticipant(forUserRecordID:)", .asynchronous, otherExists, "found") { place in
      let other = try await place.fixture.container(of: place.other).userRecordID()
      let found = try await place.container.shareParticipant(forUserRecordID: other)
      return found.userIdentity.userRecordID == other ? "found" : "somebody else"
    },
    row("shareParticipant(forUserRecordID:)", .asynchronous, .saved, "!unknownItem") {
      participant(
        try await $0.container.shareParticipant(
          forUserRecordID: CKRecord.ID(recordName: "_nobody")))
    },
    row("shareMetadata(for:) of no share", .asynchronous, .saved, "!unknownItem") { place in
      let url = place.fixture.linkToNothing
      return words(try await place.container.shareMetadata(for: url))
    },
  ]

  // MARK: - Zone-wide shares

  private static func save(
    _ place: Place, _ change: (CKShare) throws -> Void = { _ in }
  ) async throws -> CKShare {
    let share = CKShare(recordZoneID: place.zoneID)
    try change(share)
    try await place.database.save(share)
    return share
  }

  private static let shares: [Row] = [
    row("save(CKShare(recordZoneID:))", .asynchronous, .saved, "link, owner, 1") { place in
      let share = try await save(place)
      return (share.url == nil ? "no link" : "link")
        + (share.currentUserParticipant?.role == .owner ? ", owner" : ", not the owner")
        + ", \(share.participants.count)"
    },
    row("save(CKShare(recordZoneID:))", .asynchronous, .noZone, "!zoneNotFound") {
      _ = try await save($0)
      return "saved"
    },
    row("save(CKShare(recordZoneID:))", .asynchronous, .noAccount, "!notAuthenticated") {
      _ = try await save($0)
      return "saved"
    },
    row("save(CKShare(recordZoneID:)) twice", .asynchronous, .saved, "!serverRecordChanged") {
      place in
      _ = try await save(place)
      _ = try await save(place)
      return "saved"
    },
    row("save(CKShare) of the default zone", .asynchronous, .saved, "!invalidArguments") { place in
      try await place.database.save(CKShare(recordZoneID: .default))
      return "saved"
    },
    row("save(CKShare) in the public database", .asynchronous, .publicRecord, "!badDatabase") {
      try await $0.database.save(CKShare(recordZoneID: $0.zoneID))
      return "saved"
    },
    row("save(CKShare) by a participant", .asynchronous, .readWriteShare, "!permissionFailure") {
      place in
      let shareID = CKRecord.ID(recordName: CKRecordNameZoneWideShare, zoneID: place.zoneID)
      guard let share = try await place.database.record(for: shareID) as? CKShare else {
        return "no share"
      }
      share.publicPermission = .readWrite
      try await place.database.save(share)
      return "saved"
    },
    row("CKShare.url, saved again", .asynchronous, .saved, "the same") { place in
      let share = try await save(place)
      let url = share.url
      share.publicPermission = .readOnly
      try await place.database.save(share)
      return share.url == url && url != nil ? "the same" : "another"
    },
    row("addParticipant with a public link", .asynchronous, otherExists, "!invalidArguments") {
      place in
      let person = try await place.container.shareParticipant(forEmailAddress: address(place))
      _ = try await save(place) { share in
        share.publicPermission = .readOnly
        share.addParticipant(person)
      }
      return "saved"
    },
    row("addParticipant twice", .asynchronous, otherExists, "2 readWrite") { place in
      let person = try await place.container.shareParticipant(forEmailAddress: address(place))
      let again = try await place.container.shareParticipant(forEmailAddress: address(place))
      again.permission = .readWrite
      let share = try await save(place) { share in
        share.addParticipant(person)
        share.addParticipant(again)
      }
      let guest = share.participants.first { $0.role != .owner }
      return "\(share.participants.count) "
        + (guest?.permission == .readWrite ? "readWrite" : "another right")
    },
    row("removeParticipant", .asynchronous, otherExists, "1") { place in
      let person = try await place.container.shareParticipant(forEmailAddress: address(place))
      let share = try await save(place) { $0.addParticipant(person) }
      share.removeParticipant(person)
      try await place.database.save(share)
      return "\(share.participants.count)"
    },
    row("deleteRecord(withID:) of a share", .asynchronous, .saved, "none") { place in
      let share = try await save(place)
      try await place.database.deleteRecord(withID: share.recordID)
      return try await place.database.recordZone(for: place.zoneID).share == nil
        ? "none" : "a share"
    },
    row(
      "deleteRecord(withID:) of a share, by a participant", .asynchronous, .readWriteShare, "left"
    ) { place in
      let shareID = CKRecord.ID(recordName: CKRecordNameZoneWideShare, zoneID: place.zoneID)
      try await place.database.deleteRecord(withID: shareID)
      return try await place.database.allRecordZones().isEmpty ? "left" : "still there"
    },
    row(
      "save(CKShare) refused", .asynchronous, .recordsRefused(.tooManyParticipants),
      "!tooManyParticipants"
    ) {
      _ = try await save($0)
      return "saved"
    },
    row(
      "save(CKShare) refused", .asynchronous, .recordsRefused(.participantAlreadyInvited),
      "!participantAlreadyInvited"
    ) {
      _ = try await save($0)
      return "saved"
    },
  ]

  // MARK: - Hierarchies

  private static func share(_ root: CKRecord, _ place: Place) async throws -> CKShare {
    let share = CKShare(rootRecord: root)
    let results = try await place.database.modifyRecords(saving: [root, share], deleting: [])
    _ = try results.saveResults[share.recordID]?.get()
    return share
  }

  private static let roots: [Row] = [
    row("save(CKShare(rootRecord:)) with its root", .batch, .saved, "link") { place in
      try await share(place.record, place).url == nil ? "no link" : "link"
    },
    row(
      "save(CKShare(rootRecord:)) without its root", .asynchronous, .noRecord, "!invalidArguments"
    ) {
      try await $0.database.save(CKShare(rootRecord: $0.record))
      return "saved"
    },
    row("CKShare(rootRecord:) of a shared root", .batch, .saved, "!alreadyShared") { place in
      _ = try await share(place.record, place)
      return try await share(place.record, place).url == nil ? "no link" : "link"
    },
    row("CKShare(rootRecord:) below a shared root", .batch, .saved, "!alreadyShared") { place in
      _ = try await share(place.record, place)
      let child = place.newRecord("child")
      child.setParent(place.record)
      try await place.database.save(child)
      return try await share(child, place).url == nil ? "no link" : "link"
    },
    row("CKShare(rootRecord:) in a shared zone", .batch, .saved, "!serverRejectedRequest") {
      place in
      _ = try await save(place)
      return try await share(place.record, place).url == nil ? "no link" : "link"
    },
    row("CKShare(recordZoneID:) over hierarchies", .asynchronous, .saved, "!invalidArguments") {
      place in
      _ = try await share(place.record, place)
      _ = try await save(place)
      return "saved"
    },
    row("CKShare.Metadata.rootRecord", .operation, .saved, "hello") { place in
      let root = place.record
      let share = CKShare(rootRecord: root)
      share.publicPermission = .readOnly
      _ = try await place.database.modifyRecords(saving: [root, share], deleting: [])
      guard let url = share.url else { return "no link" }
      let operation = CKFetchShareMetadataOperation(shareURLs: [url])
      operation.shouldFetchRootRecord = true
      let other = try await place.fixture.container(of: place.other)
      return await run(operation, in: other) { operation, log in
        operation.perShareMetadataResultBlock = { _, result in
          log.add(ErrorText.text(result) { $0.rootRecord.map(RecordRows.text) ?? "no root" })
        }
      }
    },
    row("CKRecord.share of a root", .asynchronous, .saved, "the share's") { place in
      let share = try await share(place.record, place)
      let read = try await place.database.record(for: place.recordID)
      return read.share?.recordID == share.recordID ? "the share's" : "another"
    },
  ]
}
