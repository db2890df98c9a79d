import CloudDevices
import CloudModel
import Foundation

/// What belongs to no database of a container: users, and shares by their links.
struct ContainerAccess: Sendable {
  let device: CloudDevice
  let container: String
  var limits = CallLimits()

  func open() async throws(CKError) -> any CloudContainer {
    try await limits.calling { () async throws(CloudError) in
      try await device.session(in: container)
    }
  }

  func userRecordID() async throws(CKError) -> CKRecord.ID {
    let session = try await open()
    guard !session.userRecordName.isEmpty else {
      throw CKError(.notAuthenticated, "Nobody is signed in on this device.")
    }
    return CKRecord.ID(recordName: session.userRecordName)
  }

  /// The people that are looked for, as participants who may be added to a share.
  ///
  /// An address or a number by which nobody is found is somebody's who signs up later.
  ///
  /// Source: `CKContainer.shareParticipant(forEmailAddress:)`.
  func participants(
    for lookups: [CKUserIdentity.LookupInfo]
  ) async throws(CKError) -> ItemResults<CKUserIdentity.LookupInfo, CKShare.Participant> {
    let session = try await open()
    let viewpoint = Viewpoint(user: session.userRecordName, scope: .private)
    let wires = lookups.map { Self.lookup($0, viewpoint) }
    let found = try await limits.calling { () async throws(CloudError) in
      try await session.userIdentities(for: wires)
    }
    return zip(lookups, wires).compactMap { lookup, wire in
      found[wire].map { result in
        (
          lookup,
          result.flatMapError { Self.awaited(wire, because: $0) }.map {
            // Source: `CKFetchShareParticipantsOperation`: a participant begins as one who may read.
            CKShare.Participant(Participant(identity: $0, permission: .readOnly), viewpoint)
          }.mapError { CKError($0) }
        )
      }
    }
  }

  /// Who is known by an address or a number only; the error if the text can be neither.
  private static func awaited(
    _ lookup: UserLookup, because error: CloudError
  ) -> Result<UserIdentity, CloudError> {
    var identity = UserIdentity(userRecordName: nil, lookupName: lookup.lookupName)
    if case .phoneNumber(let number) = lookup { identity.phoneNumber = number }
    guard error.code == .unknownItem, let awaited = UserIdentity(invited: identity) else {
      return .failure(error)
    }
    return .success(awaited)
  }

  private static func lookup(
    _ info: CKUserIdentity.LookupInfo, _ viewpoint: Viewpoint
  ) -> UserLookup {
    if let address = info.emailAddress { return .emailAddress(address) }
    if let number = info.phoneNumber { return .phoneNumber(number) }
    return .userRecordName(info.userRecordID.map { viewpoint.userName($0) } ?? "")
  }

  /// The shares behind links.
  func shareMetadatas(
    for urls: [URL], rootRecord: Bool = false, rootRecordKeys: [CKRecord.FieldKey]? = nil
  ) async throws(CKError) -> ItemResults<URL, CKShare.Metadata> {
    let session = try await open()
    return try await results(for: urls) { url throws(CloudError) in
      guard let link = ShareLink(url) else {
        throw CloudError(.unknownItem, "\(url) is no link to a share.")
      }
      let metadata = try await session.shareMetadata(
        forShortGUID: link.shortGUID, shouldFetchRootRecord: rootRecord,
        rootRecordDesiredKeys: rootRecordKeys)
      return Self.metadata(metadata, session)
    }
  }

  /// Joins shares; each result is the share as the participant sees it.
  func accept(
    _ metadatas: [CKShare.Metadata]
  ) async throws(CKError) -> ItemResults<CKShare.Metadata, CKShare> {
    let session = try await open()
    return try await results(for: metadatas) { metadata throws(CloudError) in
      let accepted = try await session.accept(shortGUID: metadata.shortGUID)
      return Self.metadata(accepted, session).share
    }
  }

  /// Asks for one item after the other; throws only where the next request could not do better.
  private func results<Item, Value>(
    for items: [Item], _ ask: (Item) async throws(CloudError) -> Value
  ) async throws(CKError) -> ItemResults<Item, Value> {
    var results: ItemResults<Item, Value> = []
    for item in items {
      do throws(CloudError) {
        let value = try await limits.run { () async throws(CloudError) in try await ask(item) }
        results.append((item, .success(value)))
      } catch {
        let error = CKError(error)
        guard !error.endsWholeCall else { throw error }
        results.append((item, .failure(error)))
      }
    }
    return results
  }

  /// Somebody else's share is in the shared database.
  private static func metadata(
    _ metadata: ShareMetadata, _ session: any CloudContainer
  ) -> CKShare.Metadata {
    CKShare.Metadata(metadata, Viewpoint(user: session.userRecordName, scope: .shared))
  }
}
