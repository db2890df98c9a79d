public import Foundation

/// Which records to find: of one type, by a predicate, in an order.
///
/// Whether CloudKit supports the predicate turns out when the query is executed.
///
/// Source: `CKQuery`.
// `@unchecked Sendable` as on Apple's systems: type and predicate never change, and whoever sets the
// order does so before passing the query on.
public final class CKQuery: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public let recordType: String
  public let predicate: NSPredicate
  public var sortDescriptors: [NSSortDescriptor]?

  /// Stops the program if the name of the record type is empty, as on Apple's systems.
  public init(recordType: String, predicate: NSPredicate) {
    precondition(!recordType.isEmpty, "A query needs the name of a record type.")
    self.recordType = recordType
    // Not a copy: predicates never change here, and Foundation's copy of a compound has no parts.
    self.predicate = predicate
  }

  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKQuery(recordType: recordType, predicate: predicate)
    copy.sortDescriptors = sortDescriptors
    return copy
  }

  // MARK: Coding

  public static var supportsSecureCoding: Bool { true }

  /// Stops the program for a predicate with a block, as on Apple's systems, and for anything else
  /// that no query can use.
  public func encode(with coder: NSCoder) {
    do {
      let archive = try QueryArchive(self)
      coder.sortKeys()
      coder.encode(recordType as NSString, forKey: "recordType")
      archive.encode(with: coder)
    } catch {
      preconditionFailure("The query cannot be archived: \(error)")
    }
  }

  public init?(coder: NSCoder) {
    guard let recordType = coder.decodeObject(of: NSString.self, forKey: "recordType"),
      recordType.length > 0, let archive = QueryArchive(coder: coder)
    else { return nil }
    self.recordType = String(describing: recordType)
    predicate = archive.predicate
    sortDescriptors = archive.sortDescriptors
  }
}
