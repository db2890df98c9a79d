import CloudModel
public import Foundation

/// People, as participants who may be added to a share.
extension CKContainer {
  @discardableResult
  public func shareParticipant(
    forEmailAddress address: String
  ) async throws -> CKShare.Participant {
    try only(await access.participants(for: [.init(emailAddress: address)]))
  }

  @discardableResult
  public func shareParticipant(
    forPhoneNumber number: String
  ) async throws -> CKShare.Participant {
    try only(await access.participants(for: [.init(phoneNumber: number)]))
  }

  @discardableResult
  public func shareParticipant(
    forUserRecordID recordID: CKRecord.ID
  ) async throws -> CKShare.Participant {
    try only(await access.participants(for: [.init(userRecordID: recordID)]))
  }

  @preconcurrency
  public func fetchShareParticipant(
    withEmailAddress address: String,
    completionHandler: @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void
  ) {
    fetchParticipant(.init(emailAddress: address), completionHandler)
  }

  @preconcurrency
  public func fetchShareParticipant(
    withPhoneNumber number: String,
    completionHandler: @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void
  ) {
    fetchParticipant(.init(phoneNumber: number), completionHandler)
  }

  @preconcurrency
  public func fetchShareParticipant(
    withUserRecordID recordID: CKRecord.ID,
    completionHandler: @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void
  ) {
    fetchParticipant(.init(userRecordID: recordID), completionHandler)
  }

  private func fetchParticipant(
    _ info: CKUserIdentity.LookupInfo,
    _ handler: @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void
  ) {
    let access = access
    deliver(
      { () async throws(CKError) in try only(await access.participants(for: [info])) }, to: handler)
  }

  public func shareParticipants(
    forEmailAddresses addresses: [String]
  ) async throws -> [String: Result<CKShare.Participant, any Error>] {
    try await participants(for: addresses) { .init(emailAddress: $0) }
  }

  public func shareParticipants(
    forPhoneNumbers numbers: [String]
  ) async throws -> [String: Result<CKShare.Participant, any Error>] {
    try await participants(for: numbers) { .init(phoneNumber: $0) }
  }

  public func shareParticipants(
    forUserRecordIDs recordIDs: [CKRecord.ID]
  ) async throws -> [CKRecord.ID: Result<CKShare.Participant, any Error>] {
    try await participants(for: recordIDs) { .init(userRecordID: $0) }
  }

  public func shareParticipants(
    for lookupInfos: [CKUserIdentity.LookupInfo]
  ) async throws -> [CKUserIdentity.LookupInfo: Result<CKShare.Participant, any Error>] {
    try await participants(for: lookupInfos) { $0 }
  }

  @preconcurrency
  public func fetchShareParticipants(
    forEmailAddresses addresses: [String],
    completionHandler:
      @escaping @Sendable (
        Result<[String: Result<CKShare.Participant, any Error>], any Error>
      ) -> Void
  ) {
    fetchParticipants(addresses, CKUserIdentity.LookupInfo.init(emailAddress:), completionHandler)
  }

  @preconcurrency
  public func fetchShareParticipants(
    forPhoneNumbers numbers: [String],
    completionHandler:
      @escaping @Sendable (
        Result<[String: Result<CKShare.Participant, any Error>], any Error>
      ) -> Void
  ) {
    fetchParticipants(numbers, CKUserIdentity.LookupInfo.init(phoneNumber:), completionHandler)
  }

  @preconcurrency
  public func fetchShareParticipants(
    forUserRecordIDs recordIDs: [CKRecord.ID],
    completionHandler:
      @escaping @Sendable (
        Result<[CKRecord.ID: Result<CKShare.Participant, any Error>], any Error>
      ) -> Void
  ) {
    fetchParticipants(recordIDs, CKUserIdentity.LookupInfo.init(userRecordID:), completionHandler)
  }

  private func participants<Key: Hashable>(
    for keys: [Key], _ info: (Key) -> CKUserIdentity.LookupInfo
  ) async throws(CKError) -> [Key: Result<CKShare.Participant, any Error>] {
    let found = try await access.participants(for: keys.map(info))
    return byID(zip(keys, found).map { ($0, $1.result) })
  }

  private func fetchParticipants<Key: Hashable & Sendable>(
    _ keys: [Key], _ info: @escaping @Sendable (Key) -> CKUserIdentity.LookupInfo,
    _ handler:
      @escaping @Sendable (Result<[Key: Result<CKShare.Participant, any Error>], any Error>) -> Void
  ) {
    deliver(
      { () async throws(CKError) in try await self.participants(for: keys, info) }, to: handler)
  }
}

/// Shares by their links.
extension CKContainer {
  @discardableResult
  public func shareMetadata(for url: URL) async throws -> CKShare.Metadata {
    try only(await access.shareMetadatas(for: [url]))
  }

  @preconcurrency
  public func fetchShareMetadata(
    with url: URL,
    completionHandler: @escaping @Sendable (CKShare.Metadata?, (any Error)?) -> Void
  ) {
    let access = access
    deliver(
      { () async throws(CKError) in try only(await access.shareMetadatas(for: [url])) },
      to: completionHandler)
  }

  public func shareMetadatas(
    for urls: [URL]
  ) async throws -> [URL: Result<CKShare.Metadata, any Error>] {
    byID(try await access.shareMetadatas(for: urls))
  }

  @preconcurrency
  public func fetchShareMetadatas(
    for urls: [URL],
    completionHandler:
      @escaping @Sendable (
        Result<[URL: Result<CKShare.Metadata, any Error>], any Error>
      ) -> Void
  ) {
    let access = access
    deliver(
      { () async throws(CKError) in byID(try await access.shareMetadatas(for: urls)) },
      to: completionHandler)
  }

  /// Joins a share; accepting again is harmless.
  @discardableResult
  public func accept(_ metadata: CKShare.Metadata) async throws -> CKShare {
    try only(await access.accept([metadata]))
  }

  @preconcurrency
  public func accept(
    _ metadata: CKShare.Metadata,
    completionHandler: @escaping @Sendable (CKShare?, (any Error)?) -> Void
  ) {
    let access = access
    deliver(
      { () async throws(CKError) in try only(await access.accept([metadata])) },
      to: completionHandler)
  }

  public func accept(
    _ metadatas: [CKShare.Metadata]
  ) async throws -> [CKShare.Metadata: Result<CKShare, any Error>] {
    byID(try await access.accept(metadatas))
  }

  @preconcurrency
  public func accept(
    _ metadatas: [CKShare.Metadata],
    completionHandler:
      @escaping @Sendable (
        Result<[CKShare.Metadata: Result<CKShare, any Error>], any Error>
      ) -> Void
  ) {
    let access = access
    deliver(
      { () async throws(CKError) in byID(try await access.accept(metadatas)) },
      to: completionHandler)
  }
}
