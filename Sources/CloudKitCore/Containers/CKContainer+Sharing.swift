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

  public func fetchShareParticipant(
    withEmailAddress address: String,
    completionHandler: @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void
  ) {
    fetchParticipant(.init(emailAddress: address), completionHandler)
  }

  public func fetchShareParticipant(
    withPhoneNumber number: String,
    completionHandler: @escaping @Sendable (CKShare.Participant?, (any Error)?) -> Void
  ) {
    fetchParticipant(.init(phoneNumber: number), completionHandler)
  }

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
    let found = try await access.participants(for: addresses.map { .init(emailAddress: $0) })
    return byID(zip(addresses, found).map { ($0, $1.result) })
  }

  public func shareParticipants(
    forPhoneNumbers numbers: [String]
  ) async throws -> [String: Result<CKShare.Participant, any Error>] {
    let found = try await access.participants(for: numbers.map { .init(phoneNumber: $0) })
    return byID(zip(numbers, found).map { ($0, $1.result) })
  }

  public func shareParticipants(
    forUserRecordIDs recordIDs: [CKRecord.ID]
  ) async throws -> [CKRecord.ID: Result<CKShare.Participant, any Error>] {
    let found = try await access.participants(for: recordIDs.map { .init(userRecordID: $0) })
    return byID(zip(recordIDs, found).map { ($0, $1.result) })
  }
}

/// Shares by their links.
extension CKContainer {
  @discardableResult
  public func shareMetadata(for url: URL) async throws -> CKShare.Metadata {
    try only(await access.shareMetadatas(for: [url]))
  }

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

  /// Joins a share; accepting again is harmless.
  @discardableResult
  public func accept(_ metadata: CKShare.Metadata) async throws -> CKShare {
    try only(await access.accept([metadata]))
  }

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
}
