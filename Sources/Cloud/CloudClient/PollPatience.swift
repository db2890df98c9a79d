/// The time for which a client asks a server on a network to hold its long polls.
///
/// Proxies and routers end requests that are quiet for too long, each after a time of its own, or answer them in the
/// server's place. After such a cut the client asks for half of the time that the poll has lived, so that the next
/// polls are answered before that time; what has cut them may be gone later, so this is forgotten.
package struct PollPatience: Sendable, Equatable {
  /// Our choice, in seconds: less than the 30 after which common proxies cut a quiet request.
  package static let usualSeconds = 25
  /// Our choice, in seconds: shorter polls cost more than news that come a moment later are worth.
  package static let shortestSeconds = 5
  /// Our choice: the time for which a cut is remembered.
  package static let memory: Duration = .seconds(3600)
  /// Our choice: a poll that ends sooner was refused and not cut.
  package static let shortestLife: Duration = .seconds(1)

  private struct Lesson: Equatable {
    var seconds: Int
    var learnedAt: ContinuousClock.Instant
  }

  /// What the last cut has taught.
  private var lesson: Lesson?

  package init() {}

  /// The time to ask for now, in seconds.
  package func seconds(at now: ContinuousClock.Instant) -> Int {
    guard let lesson, lesson.learnedAt.duration(to: now) < Self.memory else {
      return Self.usualSeconds
    }
    return lesson.seconds
  }

  /// Takes in that a poll has lived for `life` and was cut.
  package mutating func learn(cutAfter life: Duration, at now: ContinuousClock.Instant) {
    let half = Int(min(life.components.seconds / 2, Int64(seconds(at: now))))
    lesson = Lesson(seconds: max(Self.shortestSeconds, half), learnedAt: now)
  }
}
