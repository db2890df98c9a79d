package import CloudModel
package import Foundation

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

  /// The stored form, with sorted keys because stored rows are compared; nil if there is nothing to store.
  package func encoded() throws -> Data? {
    guard !values.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(values.mapValues { WireField($0) })
  }

  package init(decoding data: Data?) throws {
    guard let data else { return }
    values = try JSONDecoder().decode([String: WireField].self, from: data)
      .compactMapValues(\.value)
  }
}
