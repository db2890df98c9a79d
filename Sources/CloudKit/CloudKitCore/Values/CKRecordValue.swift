public import Foundation
import LocationValues

/// What a record's field can hold, for code that says so in a type: `String`, `Date`, `Data`, `Bool`, the numbers,
/// `CKRecord.Reference`, `CKAsset`, `CLLocation`, Foundation's classes for these, and arrays of one of them.
///
/// Types of an app cannot join: a record refuses them.
public protocol CKRecordValueProtocol {}

/// What a record's field holds.
///
/// On Apple's systems only classes conform; here values do as well, because Swift on Linux does not turn `"a"` into
/// an `NSString` where a class is wanted.
public protocol __CKRecordObjCValue: CKRecordValueProtocol {}

public typealias CKRecordValue = __CKRecordObjCValue

extension NSString: CKRecordValue {}
extension NSNumber: CKRecordValue {}
extension NSDate: CKRecordValue {}
extension NSData: CKRecordValue {}
extension NSArray: CKRecordValue {}
extension CLLocation: CKRecordValue {}
extension CKRecord.Reference: CKRecordValue {}
extension CKAsset: CKRecordValue {}
extension String: CKRecordValue {}
extension Date: CKRecordValue {}
extension Data: CKRecordValue {}
extension Bool: CKRecordValue {}
extension Double: CKRecordValue {}
extension Float: CKRecordValue {}
extension Int: CKRecordValue {}
extension Int8: CKRecordValue {}
extension Int16: CKRecordValue {}
extension Int32: CKRecordValue {}
extension Int64: CKRecordValue {}
extension UInt: CKRecordValue {}
extension UInt8: CKRecordValue {}
extension UInt16: CKRecordValue {}
extension UInt32: CKRecordValue {}
extension UInt64: CKRecordValue {}
extension Array: CKRecordValueProtocol where Element: CKRecordValueProtocol {}
extension Array: CKRecordValue where Element: CKRecordValueProtocol {}

/// Values as records keep them: always in Foundation's classes.
///
/// So a value can be read in every type that it can be read in on Apple's systems: `record["n"] = true` as `Int`, a
/// whole number as `Double`.
enum StoredValue {
  /// The value in Foundation's classes; nil for what no field can hold.
  static func make(_ value: Any) -> (any CKRecordValue)? {
    if let values = value as? NSArray { return list(Array(values)) }
    if let single = single(value) { return single }
    if let values = value as? [Any] { return list(values) }
    return nil
  }

  private static func list(_ values: [Any]) -> (any CKRecordValue)? {
    let kept = values.compactMap(single)
    return kept.count == values.count ? NSArray(array: kept) : nil
  }

  private static func single(_ value: Any) -> (any CKRecordValue)? {
    switch value {
    case let value as NSString: NSString(string: value as String)
    case let value as NSNumber: value
    case let value as NSDate: value
    case let value as NSData: NSData(data: value as Data)
    case let value as CKRecord.Reference: value
    case let value as CKAsset: value
    case let value as CLLocation: value
    case let value as String: NSString(string: value)
    case let value as Date: value as NSDate
    case let value as Data: value as NSData
    case let value as Bool: value as NSNumber
    case let value as Int: value as NSNumber
    case let value as Double: value as NSNumber
    case let value as Float: value as NSNumber
    case let value as Int64: value as NSNumber
    case let value as Int32: value as NSNumber
    case let value as Int16: value as NSNumber
    case let value as Int8: value as NSNumber
    case let value as UInt: value as NSNumber
    case let value as UInt64: value as NSNumber
    case let value as UInt32: value as NSNumber
    case let value as UInt16: value as NSNumber
    case let value as UInt8: value as NSNumber
    default: nil
    }
  }

  /// Whether two stored values are the same for a reader.
  static func areEqual(_ a: (any CKRecordValue)?, _ b: (any CKRecordValue)?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a as NSObject, let b as NSObject): a.isEqual(b)
    default: false
    }
  }
}
