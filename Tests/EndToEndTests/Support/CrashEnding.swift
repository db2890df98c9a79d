import Synchronization

/// Tells the clients of a crash test that it is over.
final class CrashEnding: Sendable {
  private let flag = Atomic(false)

  var hasCome: Bool { flag.load(ordering: .relaxed) }

  func come() { flag.store(true, ordering: .relaxed) }
}
