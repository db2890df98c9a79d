import CloudModel
import CloudRules
import Synchronization

/// Bounds how many writes to one zone are under way at a time.
final class ZoneContention: Sendable {
  /// A zone anywhere in the cloud.
  struct Place: Hashable, Sendable {
    var partition: Partition
    var zoneID: RecordZoneID
  }

  private let writers = Mutex<[Place: Int]>([:])

  /// Counts a write of these zones, of which `limit` may be under way at a time; `leave` ends it.
  ///
  /// Throws `.zoneBusy`, and then counts nothing.
  func enter(_ places: Set<Place>, limit: Int) throws(CloudError) {
    let isFree = writers.withLock { writers in
      guard places.allSatisfy({ writers[$0, default: 0] < limit }) else { return false }
      for place in places { writers[place, default: 0] += 1 }
      return true
    }
    guard isFree else {
      throw CloudError(.zoneBusy, ServerErrorCode.zoneBusy.usualReason)
    }
  }

  func leave(_ places: Set<Place>) {
    writers.withLock { writers in
      for place in places {
        let count = writers[place, default: 1] - 1
        writers[place] = count > 0 ? count : nil
      }
    }
  }
}
