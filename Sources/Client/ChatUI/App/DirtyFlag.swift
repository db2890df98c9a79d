import Synchronization

/// A flag that says whether something has changed since the last picture; set before the first one.
final class DirtyFlag: Sendable {
  private let flag = Mutex(true)

  var isSet: Bool { flag.withLock { $0 } }

  func set() { flag.withLock { $0 = true } }

  func clear() { flag.withLock { $0 = false } }
}
