public import Foundation

public typealias CLLocationDegrees = Double
public typealias CLLocationDistance = Double
public typealias CLLocationAccuracy = Double
public typealias CLLocationSpeed = Double
public typealias CLLocationDirection = Double

/// A place on earth by its degrees.
public struct CLLocationCoordinate2D: Sendable {
  public var latitude: CLLocationDegrees
  public var longitude: CLLocationDegrees

  public init() { self.init(latitude: 0, longitude: 0) }

  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// The same as the initializer.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// A floor of a building.
public final class CLFloor: NSObject, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.
  public let level: Int

  init(level: Int) { self.level = level }
}

/// A place that was measured at some time, with some precision: Core Location's class, without the measuring.
///
/// As on Apple's systems, a negative accuracy, speed or course means that the value is not known. Two locations are
/// equal if they are the same object; compare coordinates or distances instead.
public final class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.
  public let coordinate: CLLocationCoordinate2D
  /// Metres above the sea.
  public let altitude: CLLocationDistance
  /// Metres.
  public let horizontalAccuracy: CLLocationAccuracy
  /// Metres.
  public let verticalAccuracy: CLLocationAccuracy
  /// Degrees clockwise from north.
  public let course: CLLocationDirection
  /// Metres a second.
  public let speed: CLLocationSpeed
  public let timestamp: Date
  /// Always nil: no initializer has one, and nothing is measured here.
  public var floor: CLFloor? { nil }

  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date(timeIntervalSinceNow: 0))
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.course = course
    self.speed = speed
    self.timestamp = timestamp
  }

  /// Metres along the surface of a sphere with the earth's mean radius.
  public func distance(from location: CLLocation) -> CLLocationDistance {
    let (a, b) = (coordinate, location.coordinate)
    let radians = Double.pi / 180
    let (north, east) = ((b.latitude - a.latitude) * radians, (b.longitude - a.longitude) * radians)
    let half =
      pow(sin(north / 2), 2)
      + cos(a.latitude * radians) * cos(b.latitude * radians) * pow(sin(east / 2), 2)
    return 2 * 6_371_008.8 * asin(min(1, half.squareRoot()))
  }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    // As for CloudKit's classes: the bytes of equal places are equal, which a binary archive's on Linux are not.
    (coder as? NSKeyedArchiver)?.outputFormat = .xml
    coder.encode(coordinate.latitude, forKey: "latitude")
    coder.encode(coordinate.longitude, forKey: "longitude")
    coder.encode(altitude, forKey: "altitude")
    coder.encode(horizontalAccuracy, forKey: "horizontalAccuracy")
    coder.encode(verticalAccuracy, forKey: "verticalAccuracy")
    coder.encode(course, forKey: "course")
    coder.encode(speed, forKey: "speed")
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: "timestamp")
  }

  public required init?(coder: NSCoder) {
    coordinate = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"),
      longitude: coder.decodeDouble(forKey: "longitude"))
    altitude = coder.decodeDouble(forKey: "altitude")
    horizontalAccuracy = coder.decodeDouble(forKey: "horizontalAccuracy")
    verticalAccuracy = coder.decodeDouble(forKey: "verticalAccuracy")
    course = coder.decodeDouble(forKey: "course")
    speed = coder.decodeDouble(forKey: "speed")
    timestamp = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "timestamp"))
  }
}

/// Apps write `location as CVarArg` in the arguments of a format; nobody asks for the encoding.
extension CLLocation: CVarArg {
  public var _cVarArgEncoding: [Int] { [0] }
}
