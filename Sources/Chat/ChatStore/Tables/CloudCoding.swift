package import ChatModel
package import CloudModel
import CloudWire
package import Foundation

// What the replica keeps of the cloud's records is in the JSON of the web protocol, in which it came: one coding for
// both, which knows every kind of value. Only this file of the replica knows it.

/// The stored form of a record: as the ancestor of a change, or because its type is unknown.
package enum Ancestor {
  package static func encoded(_ record: CloudRecord) throws -> Data {
    try JSONEncoder().encode(WireRecord(record))
  }

  package static func decoded(_ data: Data, in zoneID: RecordZoneID) throws -> CloudRecord? {
    try JSONDecoder().decode(WireRecord.self, from: data).record(in: zoneID)
  }
}

extension UnknownFields {
  /// The stored form, with sorted keys because stored rows are compared; nil if there is nothing to store.
  package func encoded() throws -> Data? {
    guard !values.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(values.mapValues { WireField($0) })
  }

  package init(decoding data: Data?) throws {
    self.init()
    guard let data else { return }
    values = try JSONDecoder().decode([String: WireField].self, from: data)
      .compactMapValues(\.value)
  }
}

/// The stored form of a file that the cloud has received, and that no record has yet.
package enum UploadedAsset {
  package static func encoded(_ asset: Asset) throws -> Data { try JSONEncoder().encode(asset) }

  static func decoded(_ data: Data) throws -> Asset {
    try JSONDecoder().decode(Asset.self, from: data)
  }
}
