import CloudModel

/// Changes of records that clients ask a cloud for: which ones are meant.
///
/// ```swift
/// TestChanges(.save, of: "Message", fields: ["text": "hello"], zone: "Trip")
/// ```
public struct TestChanges: Sendable {
  /// What is done with a record; the six words of the web protocol mean one operation, and the first two any of a kind.
  public enum Operation: String, Sendable {
    /// Any save.
    case save
    /// Any deletion.
    case delete
    /// A save of a record that the client has not fetched: `.ifServerRecordUnchanged` without a change tag.
    case create
    /// A save over the version that the client has: `.ifServerRecordUnchanged` with its change tag.
    case update
    /// A save of some fields, whatever the cloud has: `.changedKeys`.
    case forceUpdate
    /// As `update`, of the whole record; no `savePolicy` does it.
    case replace
    /// A save of the whole record, whatever the cloud has: `.allKeys`.
    case forceReplace
    /// A deletion of whatever version the cloud has.
    case forceDelete
  }

  var match: ChangeMatch

  /// Changes that match everything given; nil matches any.
  ///
  /// - Parameters:
  ///   - operation: what is done.
  ///   - recordType: the type that the client has sent; most send none for a deletion.
  ///   - recordName: the record's name.
  ///   - fields: the values of some fields as they were sent; `nil` is a field that was cleared or not sent.
  ///   - zone: the zone's name.
  ///   - database: `public`, `private` or `shared`.
  ///   - container: the identifier.
  ///   - account: the name of the caller's account.
  ///   - outcome: `OK`, `LOST` for an answer that got lost, or an error code of the web protocol.
  ///   - number: leaves out the changes of requests up to this one.
  public init(
    _ operation: Operation? = nil, of recordType: String? = nil, named recordName: String? = nil,
    fields: [String: TestValue] = [:], zone: String? = nil, database: String? = nil,
    container: String? = nil, account: String? = nil, outcome: String? = nil,
    after number: Int64? = nil
  ) {
    match = ChangeMatch(
      operation: operation.flatMap { .init(rawValue: $0.rawValue) }, recordType: recordType)
    match.recordName = recordName
    match.fields = fields.isEmpty ? nil : fields.mapValues(\.json)
    match.zone = zone
    match.database = database
    match.container = container
    match.account = account
    match.code = outcome
    match.after = number
  }
}

/// A change of one record that a client has asked for.
public struct TestChange: Sendable, Equatable, CustomStringConvertible {
  private let change: JournaledChange

  /// The number of its request; the changes of one request have the same.
  public var request: Int64 { change.request }
  /// The name of the caller's account; nil where nobody was signed in.
  public var account: String? { change.account }
  /// `public`, `private` or `shared`.
  public var database: String { change.database ?? "" }
  public var zone: String { change.zone }
  /// The web protocol's word, which follows from the save policy: `create`, `update`, `forceUpdate`, `replace`,
  /// `forceReplace`, `delete` or `forceDelete`.
  public var operation: String { change.operation.rawValue }
  /// Nil where the client has sent none, as most do not for a deletion.
  public var recordType: String? { change.recordType }
  public var recordName: String { change.recordName ?? "" }
  /// The tag of the version that the client has changed; nil where it has sent none.
  public var changeTag: String? { change.recordChangeTag }
  /// The values that were sent.
  public var fields: [String: TestValue] { change.fields.mapValues(TestValue.init) }
  /// The names of the fields that were sent as encrypted ones.
  public var encryptedFields: Set<String> { Set(change.encrypted ?? []) }
  /// `OK`, `LOST` for an answer that got lost, or an error code of the web protocol.
  public var outcome: String { change.code }

  public var description: String { change.summary }

  init(_ change: JournaledChange) { self.change = change }
}
