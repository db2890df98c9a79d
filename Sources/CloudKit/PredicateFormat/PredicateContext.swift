package import Foundation

/// What the evaluation of a predicate asks about the objects that it looks at.
package struct PredicateContext: Sendable {
  /// The value of an object under a key; nil for none.
  package var value: @Sendable (_ object: Any, _ key: String) -> Any?
  /// What takes the place of an object in comparisons: the name of a reference, for example.
  package var comparable: @Sendable (_ object: Any) -> Any
  /// The distance of two places in metres; nil if one of them is no place.
  package var metres: @Sendable (_ a: Any, _ b: Any) -> Double?
  /// The words of a text, folded so that equal words are equal.
  package var words: @Sendable (_ text: String) -> Set<String>
  package var now: @Sendable () -> Date

  package init(
    value: @escaping @Sendable (_ object: Any, _ key: String) -> Any?,
    comparable: @escaping @Sendable (_ object: Any) -> Any = { $0 },
    metres: @escaping @Sendable (_ a: Any, _ b: Any) -> Double? = { _, _ in nil },
    words: @escaping @Sendable (_ text: String) -> Set<String>,
    now: @escaping @Sendable () -> Date
  ) {
    self.value = value
    self.comparable = comparable
    self.metres = metres
    self.words = words
    self.now = now
  }
}
