import CloudModel
import Foundation
import LocationValues

extension CLLocation {
  convenience init(_ location: Location) {
    self.init(
      coordinate: CLLocationCoordinate2D(
        latitude: location.latitude, longitude: location.longitude),
      altitude: location.altitude ?? 0, horizontalAccuracy: location.horizontalAccuracy ?? 0,
      verticalAccuracy: location.verticalAccuracy ?? -1, course: location.course ?? -1,
      speed: location.speed ?? -1,
      timestamp: Date(timeIntervalSince1970: Double(location.timestamp ?? 0) / 1000))
  }
}

extension NSNumber {
  /// Whether it was made from a `Float` or a `Double`, as `2.0` is and `2` is not.
  var isFloatingPoint: Bool {
    ["d", "f"].contains(String(cString: objCType))
  }
}
