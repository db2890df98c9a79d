/// The field that an upload is meant for.
package struct AssetPlace: Sendable, Equatable {
  /// Our choice: how long after its upload an asset may be attached.
  package static let receiptSeconds = 60 * 60

  package var recordType: String
  package var fieldName: String
  /// Nil where the record has no name yet; one is invented.
  package var recordName: String?

  package init(recordType: String, fieldName: String, recordName: String? = nil) {
    self.recordType = recordType
    self.fieldName = fieldName
    self.recordName = recordName
  }
}
