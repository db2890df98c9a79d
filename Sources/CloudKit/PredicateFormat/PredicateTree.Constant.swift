import Foundation

extension PredicateTree {
  /// A value that the format or its arguments give; nil for `NIL`.
  ///
  /// `@unchecked`: the value is what the caller gave for a predicate, which on Apple's systems passes
  /// between threads in the same way. Nothing here changes it; mutable lists and texts are copied.
  package struct Constant: @unchecked Sendable {
    package let value: Any?

    package init(_ value: Any?) { self.value = Self.snapshot(PredicateValue.unwrapped(value)) }

    private static func snapshot(_ value: Any?) -> Any? {
      switch value {
      case let text as NSMutableString: String(describing: text)
      case let data as NSMutableData: Data(referencing: data)
      case let list as NSMutableArray: list.map { $0 }
      default: value
      }
    }
  }
}

extension PredicateTree.Constant: Equatable {
  package static func == (a: Self, b: Self) -> Bool {
    PredicateValue(a.value).isEqual(to: PredicateValue(b.value))
  }
}
