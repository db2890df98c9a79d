/// The time for which each step of a played scenario can be looked at.
enum DemoPace {
  /// Our choice: time to read a caption and to see what changes; and for a whole class.
  static let usual = Duration.seconds(4)
  static let slow = Duration.seconds(12)
}
