/// The field that an upload is meant for.
package struct AssetPlace: Sendable, Equatable {
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
