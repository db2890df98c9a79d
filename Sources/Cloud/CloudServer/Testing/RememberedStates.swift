import CloudModel
import CloudStorage
import Synchronization

/// The states to which a cloud's store can go back: that of its start, and those that have names; and how often one was
/// put back.
final class RememberedStates: Sendable {
  /// Our choice: each is a copy of the whole store.
  private static let most = 16

  private let first: Mutex<StoreSnapshot?>
  private let states = Mutex<[String: StoreSnapshot]>([:])
  /// Since the last reset, that and the start included.
  private let restoreCount = Mutex<Int64>(1)

  init(start: StoreSnapshot?) { first = Mutex(start) }

  /// The state when the cloud was ready; nil for a store on disk.
  var start: StoreSnapshot? {
    get { first.withLock(\.self) }
    set { first.withLock { $0 = newValue } }
  }

  var names: [String] { states.withLock { $0.keys.sorted() } }

  var all: [StoreSnapshot] { states.withLock { Array($0.values) } }

  /// Throws `.limitExceeded` where there are too many.
  func keep(_ state: StoreSnapshot, as name: String) throws(CloudError) {
    try states.withLock { states throws(CloudError) in
      guard states[name] != nil || states.count < Self.most else {
        throw CloudError(
          .limitExceeded, "There are \(Self.most) snapshots already. Remove one first.")
      }
      states[name] = state
    }
  }

  /// Throws `.unknownItem`.
  func state(_ name: String) throws(CloudError) -> StoreSnapshot {
    guard let state = states.withLock({ $0[name] }) else { throw Self.unknown }
    return state
  }

  /// Throws `.unknownItem`.
  func forget(_ name: String) throws(CloudError) {
    guard states.withLock({ $0.removeValue(forKey: name) }) != nil else { throw Self.unknown }
  }

  /// Counts a restore; returns how many there were before it.
  func countRestore() -> Int64 {
    restoreCount.withLock { count in
      defer { count += 1 }
      return count
    }
  }

  func restartCount() { restoreCount.withLock { $0 = 0 } }

  private static var unknown: CloudError {
    CloudError(.unknownItem, "There is no snapshot of this name.")
  }
}
