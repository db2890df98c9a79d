package import Foundation

/// A value that a person has set, and when: of two, the later wins, and at equal times the greater.
package struct DatedSetting<Value: Comparable & Sendable>: Sendable, Equatable {
  package var value: Value
  /// Nil if nobody has set it yet.
  package var setAt: Date?

  package init(_ value: Value, setAt: Date? = nil) {
    self.value = value
    self.setAt = setAt
  }

  /// Sets another value at a time, which is always later than the last one.
  package mutating func set(_ value: Value, at time: Date) {
    if value != self.value { confirm(value, at: time) }
  }

  /// Sets a value at a time, also where it is the value already.
  package mutating func confirm(_ value: Value, at time: Date) {
    self.value = value
    setAt = max(time, setAt?.addingTimeInterval(0.001) ?? time)
  }

  func isLater(than other: Self) -> Bool {
    (setAt ?? .distantPast, value) > (other.setAt ?? .distantPast, other.value)
  }

  static func later(_ a: Self, _ b: Self) -> Self { a.isLater(than: b) ? a : b }
}
