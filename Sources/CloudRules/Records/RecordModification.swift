package import CloudModel

/// One step of a modification as the wire can say it, which is a little more than a
/// `RecordOperation` can: keys left out.
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
  /// Whether the record is to have no parent from now on; a merging save keeps it otherwise.
  package var clearsParent = false
  /// Whether a link to the record's share is wanted, before there is one.
  package var createsShortGUID = false
  /// Fields whose values came without their types.
  package var untypedKeys: Set<String> = []
  /// Why the request's own words cannot be taken; nil where they can.
  package var refusal: CloudError?
  /// The version of the root that a new share is made for; nil where it was not said.
  package var rootChangeTag: String?

  package init(
    _ operation: RecordOperation, omittedShareKeys: Set<ShareKey> = [],
    desiredKeys: [String]? = nil
  ) {
    self.operation = operation
    self.omittedShareKeys = omittedShareKeys
    self.desiredKeys = desiredKeys
  }

  /// What became of one modification: the stored record, nil where it was deleted.
  package typealias Outcome = (recordID: RecordID, result: Result<Record?, CloudError>)
}

extension RecordModification {
  /// The fields that the request gave a value.
  var sentFields: Set<String> {
    switch operation {
    case .save(let record, _): Set(record.fields.keys)
    case .delete: []
    }
  }
}
