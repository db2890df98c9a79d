import Foundation
import LocationValues
import PredicateFormat

/// The parts of a query in an archive.
///
/// | key | class | what |
/// |---|---|---|
/// | `recordType` | `NSString` | |
/// | `predicateFormat` | `NSString` | the predicate, with `%@` in the place of every value |
/// | `predicateArguments` | `NSArray` | the values, as `NSString`, `NSNumber`, `NSDate`, `NSData`, `NSUUID`, `NSArray`, `CLLocation` and CloudKit's classes |
/// | `sortDescriptors` | `NSArray` | for each an `NSArray`: key, 1 for ascending or 0, and the `CLLocation` if there is one; absent for nil |
///
/// An archive of Apple's systems has another form and is not read.
struct QueryArchive {
  /// What an archive may hold beside Foundation's classes.
  static let valueClasses: [AnyClass] = [
    NSString.self, NSNumber.self, NSDate.self, NSData.self, NSUUID.self, NSArray.self,
    CLLocation.self, CKRecord.ID.self, CKRecord.Reference.self,
  ]

  let predicate: NSPredicate
  let sortDescriptors: [NSSortDescriptor]?
  private let format: String
  private let arguments: [NSObject]

  /// Throws for a predicate or a sort descriptor that no query can use, and for a value that cannot
  /// be archived.
  init(_ query: CKQuery) throws {
    predicate = query.predicate
    sortDescriptors = query.sortDescriptors
    let printed = PredicatePrinter(try PredicateTree(query.predicate))
    format = printed.format
    arguments = try printed.arguments.map { try Self.archivable(PredicateValue($0)) }
    for descriptor in query.sortDescriptors ?? [] where descriptor.key == nil {
      throw UnsupportedQuery("A sort descriptor without a key cannot be archived.")
    }
  }

  private static func archivable(_ value: PredicateValue) throws -> NSObject {
    switch value {
    case .string(let text): return NSString(string: text)
    case .integer(let number): return NSNumber(value: number)
    case .double(let number): return NSNumber(value: number)
    case .date(let date):
      return NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    case .data(let data): return NSData(data: data)
    case .list(let elements): return NSArray(array: try elements.map(archivable))
    case .object(let id as UUID): return NSUUID(uuidString: id.uuidString) ?? NSUUID()
    case .object(let object as any NSObject & NSSecureCoding): return object
    case .object(let object):
      throw UnsupportedQuery("A value of the type \(type(of: object)) cannot be archived.")
    case .null: throw UnsupportedQuery("NIL in a list cannot be archived.")
    }
  }

  func encode(with coder: NSCoder) {
    coder.encode(NSString(string: format), forKey: "predicateFormat")
    coder.encode(NSArray(array: arguments), forKey: "predicateArguments")
    guard let sortDescriptors else { return }
    let rows = sortDescriptors.map { descriptor in
      let place = (descriptor as? CKLocationSortDescriptor)?.relativeLocation
      let row: [NSObject] = [
        NSString(string: descriptor.key ?? ""), NSNumber(value: descriptor.ascending ? 1 : 0),
      ]
      return NSArray(array: row + (place.map { [$0] } ?? []))
    }
    coder.encode(NSArray(array: rows), forKey: "sortDescriptors")
  }

  /// Nil for an archive that was not written by `encode(with:)`.
  init?(coder: NSCoder) {
    guard let format = coder.decodeObject(of: NSString.self, forKey: "predicateFormat"),
      let values = coder.decodeObject(of: Self.valueClasses, forKey: "predicateArguments"),
      let arguments = values as? [NSObject],
      let tree = try? PredicateTree(format: String(describing: format), arguments: arguments)
    else { return nil }
    self.format = String(describing: format)
    self.arguments = arguments
    predicate = NSPredicate(tree)
    guard coder.containsValue(forKey: "sortDescriptors") else {
      sortDescriptors = nil
      return
    }
    guard
      let rows = coder.decodeObject(of: Self.valueClasses, forKey: "sortDescriptors")
        as? [[NSObject]]
    else { return nil }
    let descriptors = rows.compactMap(Self.descriptor)
    guard descriptors.count == rows.count else { return nil }
    sortDescriptors = descriptors
  }

  private static func descriptor(_ row: [NSObject]) -> NSSortDescriptor? {
    guard row.count >= 2, case .string(let key) = PredicateValue(row[0]),
      case .integer(let ascending) = PredicateValue(row[1])
    else { return nil }
    guard row.count == 3 else { return NSSortDescriptor(key: key, ascending: ascending == 1) }
    return (row[2] as? CLLocation).map { CKLocationSortDescriptor(key: key, relativeLocation: $0) }
  }
}
