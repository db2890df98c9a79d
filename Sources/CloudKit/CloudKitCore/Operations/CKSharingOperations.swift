import CloudModel
public import Foundation

extension CKOperation {
  /// The container of the configuration, or else the default one.
  var containerAccess: ContainerAccess {
    let configuration = effectiveConfiguration
    return (configuration.container ?? .default()).access(CallRules(configuration))
  }
}

/// Looks at the shares behind links.
public final class CKFetchShareMetadataOperation: CKOperation, @unchecked Sendable {
  // As `CKOperation`.

  public var shareURLs: [URL]?
  /// Whether the root of a shared hierarchy is wanted, if it may be seen.
  public var shouldFetchRootRecord = false
  /// The fields of the root that are wanted; nil for all.
  public var rootRecordDesiredKeys: [CKRecord.FieldKey]?

  public var perShareMetadataResultBlock: ((URL, Result<CKShare.Metadata, any Error>) -> Void)?
  public var fetchShareMetadataResultBlock: ((Result<Void, any Error>) -> Void)?

  private var onMetadata: ((URL, CKShare.Metadata?, (any Error)?) -> Void)?
  private var onEnd: (((any Error)?) -> Void)?
  private var failed: [AnyHashable: CKError] = [:]

  @available(*, deprecated, message: "Use perShareMetadataResultBlock.")
  public var perShareMetadataBlock: ((URL, CKShare.Metadata?, (any Error)?) -> Void)? {
    get { onMetadata }
    set { onMetadata = newValue }
  }

  @available(*, deprecated, message: "Use fetchShareMetadataResultBlock.")
  public var fetchShareMetadataCompletionBlock: (((any Error)?) -> Void)? {
    get { onEnd }
    set { onEnd = newValue }
  }

  public override init() {}

  public convenience init(shareURLs: [URL]) {
    self.init()
    self.shareURLs = shareURLs
  }

  override func perform() async throws(CKError) {
    let results = try await containerAccess.shareMetadatas(
      for: shareURLs ?? [], rootRecord: shouldFetchRootRecord,
      rootRecordKeys: rootRecordDesiredKeys)
    for (url, result) in results {
      tell {
        self.perShareMetadataResultBlock?(url, result.mapError { $0 })
        self.onMetadata?(url, try? result.get(), result.failure)
      }
    }
    failed = failures(results)
  }

  override func conclude(_ error: CKError?) {
    fetchShareMetadataResultBlock?(error.map { .failure($0) } ?? .success(()))
    onEnd?(error ?? .ofItems(failed))
  }
}

/// Joins shares.
public final class CKAcceptSharesOperation: CKOperation, @unchecked Sendable {
  // As `CKOperation`.

  public var shareMetadatas: [CKShare.Metadata]?

  public var perShareResultBlock: ((CKShare.Metadata, Result<CKShare, any Error>) -> Void)?
  public var acceptSharesResultBlock: ((Result<Void, any Error>) -> Void)?

  private var onShare: ((CKShare.Metadata, CKShare?, (any Error)?) -> Void)?
  private var onEnd: (((any Error)?) -> Void)?
  private var failed: [AnyHashable: CKError] = [:]

  @available(*, deprecated, message: "Use perShareResultBlock.")
  public var perShareCompletionBlock: ((CKShare.Metadata, CKShare?, (any Error)?) -> Void)? {
    get { onShare }
    set { onShare = newValue }
  }

  @available(*, deprecated, message: "Use acceptSharesResultBlock.")
  public var acceptSharesCompletionBlock: (((any Error)?) -> Void)? {
    get { onEnd }
    set { onEnd = newValue }
  }

  public override init() {}

  public convenience init(shareMetadatas: [CKShare.Metadata]) {
    self.init()
    self.shareMetadatas = shareMetadatas
  }

  override func perform() async throws(CKError) {
    let results = try await containerAccess.accept(shareMetadatas ?? [])
    for (metadata, result) in results {
      tell {
        self.perShareResultBlock?(metadata, result.mapError { $0 })
        self.onShare?(metadata, try? result.get(), result.failure)
      }
    }
    failed = failures(results)
  }

  override func conclude(_ error: CKError?) {
    acceptSharesResultBlock?(error.map { .failure($0) } ?? .success(()))
    onEnd?(error ?? .ofItems(failed))
  }
}

/// Looks for people, as participants who may be added to a share.
public final class CKFetchShareParticipantsOperation: CKOperation, @unchecked Sendable {
  // As `CKOperation`.

  public var userIdentityLookupInfos: [CKUserIdentity.LookupInfo]?

  public var perShareParticipantResultBlock:
    ((CKUserIdentity.LookupInfo, Result<CKShare.Participant, any Error>) -> Void)?
  public var fetchShareParticipantsResultBlock: ((Result<Void, any Error>) -> Void)?

  private var onParticipant: ((CKShare.Participant) -> Void)?
  private var onEnd: (((any Error)?) -> Void)?
  private var failed: [AnyHashable: CKError] = [:]

  @available(*, deprecated, message: "Use perShareParticipantResultBlock.")
  public var shareParticipantFetchedBlock: ((CKShare.Participant) -> Void)? {
    get { onParticipant }
    set { onParticipant = newValue }
  }

  @available(*, deprecated, message: "Use fetchShareParticipantsResultBlock.")
  public var fetchShareParticipantsCompletionBlock: (((any Error)?) -> Void)? {
    get { onEnd }
    set { onEnd = newValue }
  }

  public override init() {}

  public convenience init(userIdentityLookupInfos: [CKUserIdentity.LookupInfo]) {
    self.init()
    self.userIdentityLookupInfos = userIdentityLookupInfos
  }

  override func perform() async throws(CKError) {
    let results = try await containerAccess.participants(for: userIdentityLookupInfos ?? [])
    for (info, result) in results {
      tell {
        self.perShareParticipantResultBlock?(info, result.mapError { $0 })
        if let participant = try? result.get() { self.onParticipant?(participant) }
      }
    }
    failed = failures(results)
  }

  override func conclude(_ error: CKError?) {
    fetchShareParticipantsResultBlock?(error.map { .failure($0) } ?? .success(()))
    onEnd?(error ?? .ofItems(failed))
  }
}
