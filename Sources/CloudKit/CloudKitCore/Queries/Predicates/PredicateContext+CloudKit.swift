import CloudModel
import Foundation
import LocationValues
package import PredicateFormat

/// An object of CloudKit whose values predicates can compare, such as a record.
package protocol PredicateSubject {
  /// The value of a field or of a system field; nil for none. For `allTokens`, all words.
  func predicateValue(forKey key: String) -> Any?
}

/// An object of CloudKit that stands in a comparison, such as a reference.
package protocol PredicateOperand {
  /// What is compared in its place; of everything that names a record, the record's name.
  var comparableValue: Any { get }
}

extension PredicateContext {
  /// Records and dictionaries by their keys, other objects by their stored properties; places in
  /// metres; words as the cloud's token search sees them.
  package static let cloudKit = PredicateContext(
    value: { object, key in
      switch object {
      case let subject as any PredicateSubject: subject.predicateValue(forKey: key)
      case let dictionary as [String: Any]: dictionary[key]
      case let dictionary as NSDictionary: dictionary[key]
      default: property(key, of: Mirror(reflecting: object))
      }
    },
    comparable: { ($0 as? any PredicateOperand)?.comparableValue ?? $0 },
    metres: { a, b in
      guard let a = a as? CLLocation, let b = b as? CLLocation else { return nil }
      return a.distance(from: b)
    },
    words: SearchWords.words(of:), now: { Date(timeIntervalSinceNow: 0) })

  private static func property(_ name: String, of mirror: Mirror) -> Any? {
    for child in mirror.children where child.label == name { return child.value }
    return mirror.superclassMirror.flatMap { property(name, of: $0) }
  }
}
