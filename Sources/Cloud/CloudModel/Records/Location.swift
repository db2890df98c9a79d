/// A location on earth, with its measured precision.
package struct Location: Sendable, Hashable, Codable {
  /// Degrees, -90 to 90 and -180 to 180.
  package var latitude: Double
  package var longitude: Double
  /// Metres.
  package var horizontalAccuracy: Double?
  package var verticalAccuracy: Double?
  package var altitude: Double?
  /// Metres a second, and degrees clockwise from north.
  package var speed: Double?
  package var course: Double?
  /// Milliseconds since 1970.
  package var timestamp: Int64?

  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}
