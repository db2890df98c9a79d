/// The field that an upload is meant for.
package struct AssetPlace: Sendable, Equatable {
  /// Our choice: an asset may be attached this long after its upload.
  package static let receiptSeconds = 60 * 60

  package var recordType: String
  package var fieldName: String
  /// Nil if the record has no name yet; a name is then generated.
  package var recordName: String?

  package init(recordType: String, fieldName: String, recordName: String? = nil) {
    self.recordType = recordType
    self.fieldName = fieldName
    self.recordName = recordName
  }
}
