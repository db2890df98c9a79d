package import CloudModel
package import Foundation
import PredicateFormat

/// Translates predicates into what the cloud's queries know.
///
/// CloudKit supports a part of the language of predicates, and refuses the rest when the query is
/// executed. The cloud checks against its schema whether a comparator fits a field.
///
/// Two things are looser here than in Foundation: `NOT n < 5` becomes `n >= 5`, which finds no record
/// without `n`; and `ANY` with `CONTAINS` looks for a whole element of a list, as CloudKit documents.
///
/// Source: `CKQuery`, Predicate Rules for Query Objects.
package struct PredicateCompiler {
  /// Turns a value of a predicate into the value of a field.
  private let mapping: (Any) throws -> FieldValue

  /// - Parameter mapping: turns a value of a predicate into the value of a field; throws for one
  ///   that CloudKit does not have.
  package init(mapping: @escaping (Any) throws -> FieldValue = FieldValue.init(foundation:)) {
    self.mapping = mapping
  }

  /// Throws `UnsupportedQuery` for what CloudKit does not support, and what `mapping` throws.
  package func filters(_ predicate: NSPredicate) throws -> [Query.Filter] {
    try filters(PredicateTree(predicate), isNegated: false)
  }

  private func filters(_ tree: PredicateTree, isNegated: Bool) throws -> [Query.Filter] {
    switch tree {
    case .value(let value):
      return value != isNegated ? [] : Self.nothing(.systemField(SystemField.recordID.rawValue))
    case .and(let parts):
      guard !isNegated || parts.count == 1 else {
        throw UnsupportedQuery("CloudKit does not support NOT of an AND.")
      }
      return try parts.flatMap { try filters($0, isNegated: isNegated) }
    case .or(let parts):
      guard parts.count == 1, let part = parts.first else {
        throw UnsupportedQuery(
          "CloudKit does not support OR. Use IN for one of several values, or two queries.")
      }
      return try filters(part, isNegated: isNegated)
    case .not(let part): return try filters(part, isNegated: !isNegated)
    case .comparison(let comparison):
      let filters = try ComparisonCompiler(comparison, mapping: mapping).filters()
      return isNegated ? try Self.negated(filters) : filters
    }
  }

  /// Filters that no record fulfils.
  static func nothing(_ key: Query.Key) -> [Query.Filter] {
    [Query.Filter(key, .equals, nil), Query.Filter(key, .notEquals, nil)]
  }

  static func negated(_ filters: [Query.Filter]) throws -> [Query.Filter] {
    guard var filter = filters.first, filters != nothing(filter.key) else { return [] }
    guard filters.count == 1, let comparator = filter.comparator.opposite else {
      throw UnsupportedQuery(
        "CloudKit does not support NOT of BETWEEN, of distances and of searches for words.")
    }
    filter.comparator = comparator
    return [filter]
  }
}

extension Query.Comparator {
  /// The comparator that holds where this one does not; nil if CloudKit has none.
  fileprivate var opposite: Query.Comparator? {
    switch self {
    case .lessThan: .greaterThanOrEquals
    case .lessThanOrEquals: .greaterThan
    case .greaterThan: .lessThanOrEquals
    case .greaterThanOrEquals: .lessThan
    default: isNegated ? positive : Query.Comparator(rawValue: "NOT_" + rawValue)
    }
  }
}

extension Query.Key {
  /// The key under its name in a predicate, where system fields have the names of `CKRecord`'s
  /// properties.
  ///
  /// Throws for a key path into another record, and for a name that no field can have.
  package init(predicateKey names: [String]) throws(UnsupportedQuery) {
    let name = names.joined(separator: ".")
    if let system = Self.systemFields[name] ?? SystemField(rawValue: name) {
      self = .systemField(system.rawValue)
      return
    }
    guard names.count == 1, !name.contains(".") else {
      throw UnsupportedQuery(
        "A query compares fields of the record itself, and no key path such as ‘\(name)’.")
    }
    // Source: `CKRecord`, names of fields.
    guard name.utf8.count <= 255, name.utf8.first.map(Self.isLetter) ?? false,
      name.utf8.allSatisfy({ Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "_") })
    else { throw UnsupportedQuery("No field can have the name ‘\(name)’.") }
    self = .field(name)
  }

  /// Source: `CKQuery`, Predicate Rules; `CKRecord.SystemFieldKey`.
  private static let systemFields: [String: SystemField] = [
    "recordID": .recordID, "creationDate": .createTime, "modificationDate": .modTime,
    "creatorUserRecordID": .createdBy, "lastModifiedUserRecordID": .modifiedBy,
    "parent": .parent, "share": .share,
  ]

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
