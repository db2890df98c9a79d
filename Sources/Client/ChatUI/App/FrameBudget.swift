/// When the next picture may be drawn: at most 60 a second in the long run, and a few at once after a rest.
///
/// A key and what follows from it, such as a message that is sent, are two pictures within milliseconds; the second
/// must not wait for the next frame of a screen.
struct FrameBudget: Equatable {
  /// Source: 60 pictures a second are as many as terminals show.
  static let frame = Duration.microseconds(16_667)
  /// The pictures that may follow each other without a wait.
  static let burst = 4

  /// When the budget is full again; each picture moves it by one frame.
  private var fullAt: ContinuousClock.Instant?

  /// When the next picture may be drawn; nil for at once.
  func earliest(now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let fullAt else { return nil }
    let earliest = fullAt - Self.frame * (Self.burst - 1)
    return now < earliest ? earliest : nil
  }

  /// Counts a picture that is drawn now.
  mutating func spend(now: ContinuousClock.Instant) {
    fullAt = max(fullAt ?? now, now) + Self.frame
  }
}
