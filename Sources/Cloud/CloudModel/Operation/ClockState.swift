/// The clock of a cloud, which a test can move and stop.
package struct ClockState: Codable, Sendable, Equatable {
  /// The cloud's time, in milliseconds since 1970.
  package var now: Int64
  /// By how many seconds it is ahead of the machine's.
  package var ahead: Double
  package var isFrozen: Bool

  package init(now: Int64, ahead: Double, isFrozen: Bool) {
    self.now = now
    self.ahead = ahead
    self.isFrozen = isFrozen
  }
}
