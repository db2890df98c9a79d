/// Which changes of records are meant, and how many of them there should be.
///
/// It is what a test asks the journal. Nil matches any.
package struct ChangeMatch: Codable, Sendable, Equatable {
  /// `save` and `delete` mean every operation of their kind; another word means this operation alone.
  package enum Operation: String, KnownWord {
    case save, delete, create, update, forceUpdate, replace, forceReplace, forceDelete

    fileprivate func covers(_ type: RecordOperationType) -> Bool {
      switch type {
      case .delete: self == .delete
      case .forceDelete: self == .delete || self == .forceDelete
      case .create, .update, .forceUpdate, .replace, .forceReplace:
        self == .save || rawValue == type.rawValue
      }
    }
  }

  package var operation: Operation?
  package var recordType: String?
  package var recordName: String?
  package var container: String?
  /// `public`, `private` or `shared`.
  package var database: String?
  package var zone: String?
  /// The name of the caller's account.
  package var account: String?
  /// The values of some fields, as `JSONValue.matches` compares them; null is a field that has none.
  package var fields: [String: JSONValue]?
  /// What became of the change: `OK`, `LOST`, or an error code.
  package var code: String?
  /// Only changes of requests after the one with this number.
  package var after: Int64?
  package var count: Int?
  package var atLeast: Int?
  package var atMost: Int?

  package init(operation: Operation? = nil, recordType: String? = nil) {
    self.operation = operation
    self.recordType = recordType
  }

  /// How many are expected; nil where any number is.
  package var expected: ClosedRange<Int>? {
    get throws(CloudError) {
      guard count != nil || atLeast != nil || atMost != nil else { return nil }
      let (least, most) = (count ?? atLeast ?? 0, count ?? atMost ?? .max)
      guard least >= 0, least <= most, count == nil || atLeast == nil && atMost == nil else {
        throw CloudError(
          .invalidArguments,
          "‘count’, or ‘atLeast’ and ‘atMost’, say how many changes there should be: 0 or more, the least first."
        )
      }
      return least...most
    }
  }

  /// Throws `.invalidArguments` for what no change can match.
  package func check() throws(CloudError) {
    _ = try expected
    if let database, DatabaseScope(pathComponent: database) == nil {
      throw CloudError(.invalidArguments, "‘database’ must be public, private or shared.")
    }
  }

  package func matches(_ change: JournaledChange) -> Bool {
    let wishes = [
      (recordType, change.recordType), (recordName, change.recordName),
      (container, change.container), (database, change.database), (zone, change.zone),
      (account, change.account), (code, change.code),
    ]
    return wishes.allSatisfy { wanted, found in wanted == nil || wanted == found }
      && operation?.covers(change.operation) ?? true
      && change.request > after ?? 0
      && (fields ?? [:]).allSatisfy { name, value in
        value.matches(change.fields[name] ?? .null)
      }
  }

  /// The changes that are meant, for people: `save of Note with {"text":"milk"}`.
  package var words: String {
    var words = operation?.rawValue ?? "change"
    if recordType != nil || recordName != nil { words += " of \(recordType ?? "record")" }
    if let recordName { words += " ‘\(recordName)’" }
    if let fields, !fields.isEmpty { words += " with \(JSONValue.object(fields).text)" }
    if let zone { words += " in the zone ‘\(zone)’" }
    if let database { words += " in the \(database) database" }
    if let container { words += " of \(container)" }
    if let account { words += " by \(account)" }
    if let code { words += " with the outcome \(code)" }
    if let after { words += " after request \(after)" }
    return words
  }
}

extension JSONValue {
  /// Whether a value is what a test expects.
  ///
  /// Numbers and flags are compared by their value. An object has to have the keys that are expected, and may have
  /// others.
  package func matches(_ found: JSONValue) -> Bool {
    switch (self, found) {
    case (.object(let expected), .object(let found)):
      expected.allSatisfy { key, value in value.matches(found[key] ?? .null) }
    case (.array(let expected), .array(let found)):
      expected.count == found.count && zip(expected, found).allSatisfy { $0.matches($1) }
    case (.integer, .integer), (.string, _), (.null, _), (.object, _), (.array, _):
      self == found
    case (.bool, _), (.integer, _), (.number, _): number != nil && number == found.number
    }
  }

  private var number: Double? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .string, .array, .object: nil
    }
  }
}
