import CloudRows
import Synchronization

/// The record types of partitions, as this process has read them, each with the version of its partition's schema.
///
/// Every transaction reads the version with its partition, so no type is used after somebody has changed it. After a
/// failover that has lost changes a version may be given anew; so it counts in its timeline alone.
final class TypeCache: Sendable {
  struct Version: Equatable {
    var number: Int64
    var timeline: String
  }

  private struct Entry {
    var version: Version
    var types: [String: IndexedType]
  }

  private let entries = Mutex<[Int64: Entry]>([:])

  func types(of partitionID: Int64, version: Version) -> [String: IndexedType]? {
    entries.withLock { entries in
      entries[partitionID].flatMap { $0.version == version ? $0.types : nil }
    }
  }

  func set(_ types: [String: IndexedType], of partitionID: Int64, version: Version) {
    entries.withLock { $0[partitionID] = Entry(version: version, types: types) }
  }
}
