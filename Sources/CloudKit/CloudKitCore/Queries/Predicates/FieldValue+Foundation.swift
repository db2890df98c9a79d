package import CloudModel
import Foundation
package import LocationValues
import PredicateFormat

extension FieldValue {
  /// The value of a field, from a text, a number, a truth value, a date, data, a place, or a list of
  /// one of these, in Swift's or Foundation's types.
  ///
  /// Throws for anything else, for a list in a list, and for no value.
  package init(foundation value: Any) throws(UnsupportedQuery) {
    try self.init(PredicateValue(value))
  }

  private init(_ value: PredicateValue) throws(UnsupportedQuery) {
    switch value {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .int64(number)
    case .double(let number): self = .double(number)
    case .date(let date): self = .date(date)
    case .data(let data): self = .bytes(data)
    case .object(let place as CLLocation): self = .location(Location(place))
    case .list(let values):
      var elements: [FieldValue] = []
      for value in values {
        if case .list = value { throw UnsupportedQuery("A list cannot be in a list.") }
        elements.append(try FieldValue(value))
      }
      self = .list(elements)
    case .object(let object):
      throw UnsupportedQuery("CloudKit has no values of the type \(type(of: object)).")
    case .null: throw UnsupportedQuery("No value was given where a value is needed.")
    }
  }
}

extension Location {
  package init(_ location: CLLocation) {
    self.init(
      latitude: location.coordinate.latitude, longitude: location.coordinate.longitude)
    horizontalAccuracy = location.horizontalAccuracy
    verticalAccuracy = location.verticalAccuracy
    altitude = location.altitude
    speed = location.speed
    course = location.course
    timestamp = location.timestamp.millisecondsSince1970
  }
}
