import Synchronization

/// Counts the unreadable rows that were left out of answers since the cloud was started.
package final class DamageCount: Sendable {
  private let count = Atomic(0)

  package init() {}

  package var value: Int { count.load(ordering: .relaxed) }

  func leftOut(_ rows: Int = 1) { count.add(rows, ordering: .relaxed) }
}
