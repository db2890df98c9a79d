import Synchronization

/// How often rows that cannot be read were left out of what was answered, since the cloud's start.
final class DamageCount: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  func leftOut(_ rows: Int = 1) { count.add(rows, ordering: .relaxed) }
}
