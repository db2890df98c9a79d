/// The kind of a record's change.
///
/// Raw values are CloudKit's own and travel in notification payloads as `fo`.
package enum RecordChangeReason: Int, Sendable, Hashable, CaseIterable {
  case create = 1
  case update = 2
  case delete = 3

  /// The word for it in a subscription's `firesOn`.
  package var keyword: String {
    switch self {
    case .create: "create"
    case .update: "update"
    case .delete: "delete"
    }
  }
}
