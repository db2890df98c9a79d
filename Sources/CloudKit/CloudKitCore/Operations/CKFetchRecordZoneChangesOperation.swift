import CloudModel
public import Foundation

/// Which records of some zones have changed since a token of each.
public final class CKFetchRecordZoneChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  // As `CKOperation`.

  public typealias ZoneConfiguration = CKFetchRecordZoneChangesConfiguration

  @available(*, deprecated, renamed: "ZoneConfiguration")
  public typealias ZoneOptions = ZoneConfiguration

  public typealias ZoneResult = (
    serverChangeToken: CKServerChangeToken, clientChangeTokenData: Data?, moreComing: Bool
  )

  public var recordZoneIDs: [CKRecordZone.ID]?
  public var configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]?
  /// Whether the operation asks again while more changes follow.
  public var fetchAllChanges = true

  public var recordWasChangedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  public var recordWithIDWasDeletedBlock: ((CKRecord.ID, CKRecord.RecordType) -> Void)?
  /// Everything of the zone up to this token has been told; it can be kept.
  ///
  /// The data are always nil here.
  public var recordZoneChangeTokensUpdatedBlock:
    ((CKRecordZone.ID, CKServerChangeToken?, Data?) -> Void)?
  public var recordZoneFetchResultBlock: ((CKRecordZone.ID, Result<ZoneResult, any Error>) -> Void)?
  public var fetchRecordZoneChangesResultBlock: ((Result<Void, any Error>) -> Void)?

  private var onRecord: ((CKRecord) -> Void)?
  private var onZone: ((CKRecordZone.ID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?
  private var onEnd: (((any Error)?) -> Void)?
  private var zoneFailures: [AnyHashable: CKError] = [:]

  @available(*, deprecated, message: "Use recordWasChangedBlock.")
  public var recordChangedBlock: ((CKRecord) -> Void)? {
    get { onRecord }
    set { onRecord = newValue }
  }

  @available(*, deprecated, message: "Use recordZoneFetchResultBlock.")
  public var recordZoneFetchCompletionBlock:
    ((CKRecordZone.ID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?
  {
    get { onZone }
    set { onZone = newValue }
  }

  @available(*, deprecated, message: "Use fetchRecordZoneChangesResultBlock.")
  public var fetchRecordZoneChangesCompletionBlock: (((any Error)?) -> Void)? {
    get { onEnd }
    set { onEnd = newValue }
  }

  @available(*, deprecated, renamed: "configurationsByRecordZoneID")
  public var optionsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]? {
    get { configurationsByRecordZoneID }
    set { configurationsByRecordZoneID = newValue }
  }

  public override init() {}

  public convenience init(
    recordZoneIDs: [CKRecordZone.ID]? = nil,
    configurationsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]? = nil
  ) {
    self.init()
    self.recordZoneIDs = recordZoneIDs
    self.configurationsByRecordZoneID = configurationsByRecordZoneID
  }

  @available(*, deprecated, renamed: "init(recordZoneIDs:configurationsByRecordZoneID:)")
  public convenience init(
    recordZoneIDs: [CKRecordZone.ID], optionsByRecordZoneID: [CKRecordZone.ID: ZoneConfiguration]?
  ) {
    self.init(
      recordZoneIDs: recordZoneIDs, configurationsByRecordZoneID: optionsByRecordZoneID)
  }

  override func perform() async throws(CKError) {
    let access = try access()
    let zoneIDs = recordZoneIDs ?? configurationsByRecordZoneID.map { Array($0.keys) } ?? []
    for zoneID in zoneIDs {
      do throws(CKError) {
        try await fetch(zoneID, access)
      } catch {
        // A zone that is gone says nothing about the others.
        guard !error.endsWholeCall else { throw error }
        zoneFailures[zoneID] = error
        tell {
          self.recordZoneFetchResultBlock?(zoneID, .failure(error))
          self.onZone?(zoneID, nil, nil, false, error)
        }
      }
      guard !isCancelled else { throw .cancelled }
    }
  }

  private func fetch(_ zoneID: CKRecordZone.ID, _ access: DatabaseAccess) async throws(CKError) {
    let configuration = configurationsByRecordZoneID?[zoneID] ?? ZoneConfiguration()
    var token = configuration.previousServerChangeToken
    while true {
      let page = try await access.zoneChanges(
        in: zoneID, since: token, desiredKeys: configuration.desiredKeys,
        limit: configuration.resultsLimit > 0 ? configuration.resultsLimit : nil)
      for (id, result) in page.changes {
        tell {
          self.recordWasChangedBlock?(id, result.mapError { $0 })
          if let record = try? result.get() { self.onRecord?(record) }
        }
      }
      for (id, recordType) in page.deletions {
        tell { self.recordWithIDWasDeletedBlock?(id, recordType) }
      }
      token = page.token
      guard page.moreComing, fetchAllChanges else {
        tell {
          self.recordZoneFetchResultBlock?(
            zoneID, .success((page.token, nil, page.moreComing)))
          self.onZone?(zoneID, page.token, nil, page.moreComing, nil)
        }
        return
      }
      tell { self.recordZoneChangeTokensUpdatedBlock?(zoneID, page.token, nil) }
      guard !isCancelled else { throw .cancelled }
    }
  }

  override func conclude(_ error: CKError?) {
    fetchRecordZoneChangesResultBlock?(error.map { .failure($0) } ?? .success(()))
    onEnd?(error ?? .ofItems(zoneFailures))
  }
}

/// Where to begin in a zone, and what is wanted of it.
public final class CKFetchRecordZoneChangesConfiguration: NSObject, NSSecureCoding, NSCopying {
  /// Nil for everything.
  public var previousServerChangeToken: CKServerChangeToken?
  /// The most records of one answer; 0 leaves it to the cloud.
  public var resultsLimit: Int
  /// The fields that are wanted; nil for all.
  public var desiredKeys: [CKRecord.FieldKey]?

  public init(
    previousServerChangeToken: CKServerChangeToken? = nil, resultsLimit: Int? = nil,
    desiredKeys: [CKRecord.FieldKey]? = nil
  ) {
    self.previousServerChangeToken = previousServerChangeToken
    self.resultsLimit = resultsLimit ?? 0
    self.desiredKeys = desiredKeys
  }

  public func copy(with zone: NSZone? = nil) -> Any {
    CKFetchRecordZoneChangesConfiguration(
      previousServerChangeToken: previousServerChangeToken, resultsLimit: resultsLimit,
      desiredKeys: desiredKeys)
  }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.sortKeys()
    coder.encode(previousServerChangeToken != nil, forKey: "hasToken")
    previousServerChangeToken?.encode(with: coder)
    coder.encode(resultsLimit, forKey: "resultsLimit")
    if let desiredKeys { coder.encodeJSON(desiredKeys, forKey: "keys") }
  }

  public init?(coder: NSCoder) {
    previousServerChangeToken =
      coder.decodeBool(forKey: "hasToken") ? CKServerChangeToken(coder: coder) : nil
    resultsLimit = coder.decodeInteger(forKey: "resultsLimit")
    desiredKeys = coder.decodeJSON([CKRecord.FieldKey].self, forKey: "keys")
  }
}

// As Apple's: it is set before the operation begins.
extension CKFetchRecordZoneChangesConfiguration: @unchecked Sendable {}
