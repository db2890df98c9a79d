/// A link from one record to another in the same zone.
package struct Reference: Sendable, Hashable {
  package enum Action: String, Sendable, Hashable, Codable {
    case none = "NONE"
    /// Deleting the target deletes the record that holds the reference.
    case deleteSelf = "DELETE_SELF"
    /// The target must exist when the reference is saved.
    case validate = "VALIDATE"
  }

  package var recordName: String
  package var action: Action
  /// A zone that a request named and that is not the record's own; nil in every stored record.
  package var zoneID: RecordZoneID?

  package init(recordName: String, action: Action) {
    self.recordName = recordName
    self.action = action
  }
}
