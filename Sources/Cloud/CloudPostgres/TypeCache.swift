import CloudRows
import Synchronization

/// The record types of partitions, as this process has read them, each with the version of its partition's schema.
///
/// Every transaction reads the version with its partition, so no type is used after somebody has changed it.
final class TypeCache: Sendable {
  private struct Entry {
    var version: Int64
    var types: [String: IndexedType]
  }

  private let entries = Mutex<[Int64: Entry]>([:])

  func types(of partitionID: Int64, version: Int64) -> [String: IndexedType]? {
    entries.withLock { entries in
      entries[partitionID].flatMap { $0.version == version ? $0.types : nil }
    }
  }

  func set(_ types: [String: IndexedType], of partitionID: Int64, version: Int64) {
    entries.withLock { $0[partitionID] = Entry(version: version, types: types) }
  }
}
