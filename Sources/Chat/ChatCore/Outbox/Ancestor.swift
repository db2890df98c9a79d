import ChatModel
import CloudModel
import Foundation

/// The stored form of a record: as the ancestor of a change, or because its type is unknown.
enum Ancestor {
  static func encoded(_ record: CloudRecord) throws -> Data {
    try JSONEncoder().encode(WireRecord(record))
  }

  static func decoded(_ data: Data, in zoneID: RecordZoneID) throws -> CloudRecord? {
    try JSONDecoder().decode(WireRecord.self, from: data).record(in: zoneID)
  }
}
