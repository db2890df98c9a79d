public import Foundation
import PredicateFormat

/// The object that makes a sort descriptor of ours tell its key when it compares.
private final class SortKeyProbe {
  var key: String?
}

/// Sort descriptors by keys, which Foundation declares unavailable on Linux.
///
/// The key path of Swift that Foundation wants is that of the object itself, and the comparator looks
/// the key up. Reversed descriptors keep both.
extension NSSortDescriptor {
  /// Sorts by the values under a key, which is a name of a field in a query.
  public convenience init(key: String?, ascending: Bool) {
    self.init(
      keyPath: Self.wholeObject, ascending: ascending,
      comparator: { Self.compare($0, $1, key: key, by: Self.order) })
  }

  /// The key with which the descriptor was made; nil for one with a key path of Swift.
  public var key: String? {
    // The comparator of another descriptor must not meet a value that it does not know.
    guard keyPath == Self.wholeObject else { return nil }
    let probe = SortKeyProbe()
    _ = comparator(probe, probe)
    return probe.key
  }

  static var wholeObject: KeyPath<Any, Any> { \.self }

  /// The order of two objects by their values under the key, which are nil for no value.
  static func compare(
    _ a: Any, _ b: Any, key: String?, by order: (Any?, Any?) -> ComparisonResult
  ) -> ComparisonResult {
    if let probe = a as? SortKeyProbe {
      probe.key = key
      return .orderedSame
    }
    guard let key else { return .orderedSame }
    let context = PredicateContext.cloudKit
    return order(context.value(a, key), context.value(b, key))
  }

  /// What has no value comes first, as in the cloud.
  private static func order(_ a: Any?, _ b: Any?) -> ComparisonResult {
    let comparable = PredicateContext.cloudKit.comparable
    switch (
      PredicateValue(a, comparable: comparable), PredicateValue(b, comparable: comparable)
    ) {
    case (.null, .null): return .orderedSame
    case (.null, _): return .orderedAscending
    case (_, .null): return .orderedDescending
    case (let a, let b): return a.order(comparedWith: b) ?? .orderedSame
    }
  }
}
