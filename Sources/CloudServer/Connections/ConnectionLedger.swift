import Synchronization

/// How many connections are open, and how many may be.
package final class ConnectionLedger: Sendable {
  private let limit: Int
  private let open = Atomic(0)

  package init(limit: Int) { self.limit = limit }

  var openCount: Int { open.load(ordering: .relaxed) }

  /// Counts one more; whether there is room for it.
  func opened() -> Bool { open.add(1, ordering: .relaxed).newValue <= limit }

  func closed() { open.subtract(1, ordering: .relaxed) }
}
