package import CloudModel

/// One record operation as the wire expresses it, with details that a `RecordOperation` lacks, such
/// as omitted keys.
package struct RecordModification: Sendable {
  /// Keys of a share whose absence leaves the stored value as it is.
  package enum ShareKey: Sendable, Hashable {
    case participants, publicPermission
  }

  /// A record without a name is given one when it is created; one without a type takes the stored
  /// record's.
  package var operation: RecordOperation
  package var omittedShareKeys: Set<ShareKey>
  /// Fields wanted in the answer; nil for all.
  package var desiredKeys: [String]?
  /// Whether the save removes the record's parent; otherwise a merging save keeps it.
  package var clearsParent = false
  /// Whether the client wants a link to the record's share before the share exists.
  package var createsShortGUID = false
  /// Fields whose values came without their types.
  package var untypedKeys: Set<String> = []
  /// Whether `untypedKeys` may name encrypted values; CloudKit's own protocol refuses that.
  package var mayOmitEncryptedTypes = false
  /// The reason why the item cannot be accepted as the request states it; nil if it can.
  package var refusal: CloudError?
  /// The change tag of the root for which a new share is made; nil if the request did not say.
  package var rootChangeTag: String?

  package init(
    _ operation: RecordOperation, omittedShareKeys: Set<ShareKey> = [],
    desiredKeys: [String]? = nil
  ) {
    self.operation = operation
    self.omittedShareKeys = omittedShareKeys
    self.desiredKeys = desiredKeys
  }

  /// The outcome of one modification: the stored record, or nil if it was deleted.
  package typealias Outcome = (recordID: RecordID, result: Result<Record?, CloudError>)
}

extension RecordModification {
  /// The fields to which the request gave a value.
  var sentFields: Set<String> {
    switch operation {
    case .save(let record, _): Set(record.fields.keys)
    case .delete: []
    }
  }
}

extension RecordModification {
  /// Gives a nameless new record a name.
  func named(by surroundings: Surroundings) -> RecordModification {
    guard case .save(var record, .create) = operation, record.recordID.recordName.isEmpty else {
      return self
    }
    var named = self
    record.recordID.recordName = surroundings.randomUUID().uppercased()
    named.operation = .save(record, .create)
    return named
  }

  /// The records that a plan for the modification reads: its own, its parent, and those that must exist.
  var recordNames: [String] {
    guard case .save(let record, _) = operation else { return [operation.recordID.recordName] }
    let targets = record.references.filter { $0.action == .validate }.map(\.recordName)
    return [record.recordID.recordName] + (record.parent.map { [$0] } ?? []) + targets
  }
}
