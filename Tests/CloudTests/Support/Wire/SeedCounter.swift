import Synchronization

/// One seed after another: two worlds that meet on one store need two.
final class SeedCounter: Sendable {
  private let last = Mutex(UInt64(0))

  func next() -> UInt64 {
    last.withLock { last in
      last += 1
      return last
    }
  }
}
