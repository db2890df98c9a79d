import CloudModel
import Foundation

/// Records in predicates that are evaluated on this device, as the cloud evaluates them.
extension CKRecord: PredicateSubject {
  package func predicateValue(forKey key: String) -> Any? {
    // A field of the app is meant before CloudKit's own of the same name.
    if let value = object(forKey: key) { return value }
    if key == "allTokens" { return allTokens() }
    switch SystemField(anyName: key) {
    case .recordID: return recordID
    case .createdBy: return creatorUserRecordID
    case .createTime: return creationDate
    case .modifiedBy: return lastModifiedUserRecordID
    case .modTime: return modificationDate
    case .etag: return recordChangeTag
    case .parent: return parent
    case .share: return share
    case nil: return nil
    }
  }
}

extension CKRecord: PredicateOperand {
  package var comparableValue: Any { recordID.recordName }
}

extension CKRecord.ID: PredicateOperand {
  package var comparableValue: Any { recordName }
}

extension CKRecord.Reference: PredicateOperand {
  package var comparableValue: Any { recordID.recordName }
}

extension CKRecord: CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension CKRecord.ID: CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}

extension CKRecord.Reference: CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}
