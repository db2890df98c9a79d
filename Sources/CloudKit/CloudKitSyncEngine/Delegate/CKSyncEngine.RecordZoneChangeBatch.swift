public import CloudKitCore
import CloudModel
import Foundation

extension CKSyncEngine {
  /// Records that are sent together.
  public struct RecordZoneChangeBatch: Sendable, CustomStringConvertible {
    public var recordsToSave: [CKRecord]
    public var recordIDsToDelete: [CKRecord.ID]
    /// Whether the changes of a zone are made all or none; at most 200 then, in each zone.
    public var atomicByZone: Bool

    public init(
      recordsToSave: [CKRecord] = [], recordIDsToDelete: [CKRecord.ID] = [],
      atomicByZone: Bool = false
    ) {
      self.recordsToSave = recordsToSave
      self.recordIDsToDelete = recordIDsToDelete
      self.atomicByZone = atomicByZone
    }

    /// The first of the changes, as many as one request can take; nil if there are none.
    ///
    /// The provider is asked for each record that is to be saved. A save for which it has none is left out, and stays
    /// pending until the app removes it.
    public init?(
      pendingChanges: [PendingRecordZoneChange],
      recordProvider: @Sendable (CKRecord.ID) async -> CKRecord?
    ) async {
      self.init()
      var bytes = 0
      for change in pendingChanges {
        guard count < CloudLimits.operationsPerRequest, bytes < Self.byteLimit else { break }
        switch change {
        case .deleteRecord(let recordID): recordIDsToDelete.append(recordID)
        case .saveRecord(let recordID):
          guard let record = await recordProvider(recordID) else { continue }
          let size = record.roughByteCount
          // A record that is too large by itself is sent alone, so that its error names it.
          guard count == 0 || bytes + size <= Self.byteLimit else { return }
          recordsToSave.append(record)
          bytes += size
        }
      }
      if count == 0 { return nil }
    }

    /// Half of a request: bytes and texts grow in JSON, and the sizes are estimates.
    package static let byteLimit = CloudLimits.requestBytes / 2

    var count: Int { recordsToSave.count + recordIDsToDelete.count }

    public var description: String {
      "<\(recordsToSave.count) saves, \(recordIDsToDelete.count) deletions>"
    }
  }
}

extension CKRecord {
  /// About how many bytes the record has in a request, without the files of its assets.
  var roughByteCount: Int {
    // A few words around the record.
    200 + Self.roughByteCount(of: self) + Self.roughByteCount(of: encryptedValues)
  }

  private static func roughByteCount(of fields: any CKRecordKeyValueSetting) -> Int {
    // A name and a few words around each field.
    fields.allKeys().reduce(0) {
      $0 + $1.utf8.count + 40 + roughByteCount(of: fields.object(forKey: $1) as Any)
    }
  }

  private static func roughByteCount(of value: Any) -> Int {
    switch value {
    case let text as NSString: (text as String).utf8.count
    case let data as NSData: data.length
    case let list as NSArray: list.reduce(0) { $0 + roughByteCount(of: $1) }
    default: 40
    }
  }
}
