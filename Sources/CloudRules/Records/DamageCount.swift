import Synchronization

/// How often rows that cannot be read were left out of what was answered, since the cloud's start.
package final class DamageCount: Sendable {
  private let count = Atomic(0)

  package init() {}

  package var value: Int { count.load(ordering: .relaxed) }

  func leftOut(_ rows: Int = 1) { count.add(rows, ordering: .relaxed) }
}
