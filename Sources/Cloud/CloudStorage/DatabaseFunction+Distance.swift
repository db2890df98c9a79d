import Foundation
import GRDB

extension DatabaseFunction {
  /// `greatCircleMetres(latitude, longitude, latitude, longitude)`: the distance between two places.
  ///
  /// Source: the haversine formula on a sphere of the earth's mean radius, 6,371,008.8 m.
  static let greatCircleMetres = DatabaseFunction(
    "greatCircleMetres", argumentCount: 4, pure: true
  ) { values in
    let degrees = values.compactMap { Double.fromDatabaseValue($0) }
    guard degrees.count == 4 else { return nil }
    let (a, b) = (degrees[0] * .pi / 180, degrees[2] * .pi / 180)
    let longitudes = (degrees[3] - degrees[1]) * .pi / 180
    let h = pow(sin((b - a) / 2), 2) + cos(a) * cos(b) * pow(sin(longitudes / 2), 2)
    return 2 * 6_371_008.8 * asin(min(1, h.squareRoot()))
  }
}
