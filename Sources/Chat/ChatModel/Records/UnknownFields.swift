package import CloudModel

/// Fields that this version does not know.
///
/// They are kept, and saved with a record that is new in the cloud. Other saves leave them in the cloud
/// as they are.
package struct UnknownFields: Sendable, Equatable {
  package var values: [String: FieldValue] = [:]

  package init() {}

  package init(of record: CloudRecord, except known: Set<String>) {
    values = record.fields.filter { !known.contains($0.key) }
  }

  /// The fields that can be saved in a new record: not the assets, because their bytes are not here.
  var sendable: [String: FieldValue] { values.filter { $0.value.assets.isEmpty } }
}
