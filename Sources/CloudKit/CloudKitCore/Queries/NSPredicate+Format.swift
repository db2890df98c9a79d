public import Foundation
package import PredicateFormat

/// `NSPredicate(format:)`, which Foundation declares unavailable on Linux.
///
/// These initializers have the same labels and are available, so overload resolution chooses them.
/// Arguments are `Any` because many types that apps pass are no `CVarArg` here.
extension NSPredicate {
  /// Reads a predicate from a format and its arguments.
  ///
  /// Stops the program if the format cannot be read, as on Apple's systems.
  public convenience init(format predicateFormat: String, _ args: Any...) {
    self.init(format: predicateFormat, argumentArray: args)
  }

  /// Reads a predicate from a format and its arguments.
  ///
  /// Stops the program if the format cannot be read, as on Apple's systems.
  public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self.init(Self.tree(predicateFormat, arguments ?? []))
  }

  private static func tree(_ format: String, _ arguments: [Any]) -> PredicateTree {
    do {
      return try PredicateTree(format: format, arguments: arguments)
    } catch {
      preconditionFailure("Unable to parse the format string \"\(format)\": \(error)")
    }
  }

  /// A predicate that can be evaluated, and from which `PredicateTree(_:)` reads the tree again.
  package convenience init(_ tree: PredicateTree) {
    self.init(block: { object, variables in
      if let probe = object as? PredicateProbe {
        probe.tree = tree
        return true
      }
      return PredicateEvaluator(.cloudKit, variables: variables ?? [:]).holds(tree, for: object)
    })
  }
}
