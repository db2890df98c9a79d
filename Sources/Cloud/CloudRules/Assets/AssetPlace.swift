/// The field that an upload is meant for.
package struct AssetPlace: Sendable, Equatable {
  /// Our choice: how long after its upload an asset may be attached.
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
