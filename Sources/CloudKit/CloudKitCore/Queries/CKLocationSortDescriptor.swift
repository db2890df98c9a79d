public import Foundation
public import LocationValues

/// Sorts records by the distance of a field's place from another place, the nearest first.
///
/// Source: `CKLocationSortDescriptor`. Sort descriptors cannot be archived in Foundation on Linux, so
/// this one has no coding of its own; `CKQuery` archives it.
public final class CKLocationSortDescriptor: NSSortDescriptor {
  public let relativeLocation: CLLocation

  public init(key: String, relativeLocation: CLLocation) {
    self.relativeLocation = relativeLocation
    super.init(
      keyPath: NSSortDescriptor.wholeObject, ascending: true,
      comparator: { a, b in
        NSSortDescriptor.compare(a, b, key: key) { a, b in
          let (a, b) = (Self.metres(a, relativeLocation), Self.metres(b, relativeLocation))
          if a == b { return .orderedSame }
          return a < b ? .orderedAscending : .orderedDescending
        }
      })
  }

  /// What has no place comes last, as in the cloud.
  private static func metres(_ place: Any?, _ centre: CLLocation) -> Double {
    (place as? CLLocation)?.distance(from: centre) ?? .infinity
  }
}
