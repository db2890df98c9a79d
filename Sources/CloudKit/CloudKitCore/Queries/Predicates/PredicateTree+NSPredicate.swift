package import Foundation
package import PredicateFormat

/// The object that makes a predicate of ours tell its tree when it is evaluated.
///
/// A copy of a predicate keeps its block, so a copy answers as well; a table of predicates would
/// not know copies.
package final class PredicateProbe {
  package var tree: PredicateTree?
}

extension PredicateTree {
  /// Reads a predicate back: one from a format, a value, or a compound of such.
  ///
  /// Throws for a predicate with a block of the app, as CloudKit refuses it. To find that out, the
  /// block is called once, with an object that it does not know.
  package init(_ predicate: NSPredicate) throws(UnsupportedQuery) {
    try self.init(predicate, levels: PredicateTree.mostLevels)
  }

  private init(_ predicate: NSPredicate, levels: Int) throws(UnsupportedQuery) {
    guard levels > 0 else {
      throw UnsupportedQuery("A predicate has at most \(PredicateTree.mostLevels) levels.")
    }
    if let compound = predicate as? NSCompoundPredicate {
      var parts: [PredicateTree] = []
      for part in compound.subpredicates {
        parts.append(try PredicateTree(part, levels: levels - 1))
      }
      self = try Self.joined(parts, compound.compoundPredicateType)
    } else if predicate.isEqual(NSPredicate(value: true)) {
      self = .value(true)
    } else if predicate.isEqual(NSPredicate(value: false)) {
      self = .value(false)
    } else {
      let probe = PredicateProbe()
      _ = predicate.evaluate(with: probe)
      guard let tree = probe.tree else {
        throw UnsupportedQuery(
          "A query cannot use a predicate with a block. Make it from a format.")
      }
      self = tree
    }
  }

  private static func joined(
    _ parts: [PredicateTree], _ type: NSCompoundPredicate.LogicalType
  ) throws(UnsupportedQuery) -> PredicateTree {
    switch type {
    case .and: return .and(parts)
    case .or: return .or(parts)
    case .not:
      guard let part = parts.first else {
        throw UnsupportedQuery("A compound predicate of the type NOT has no subpredicate.")
      }
      return .not(part)
    @unknown default: throw UnsupportedQuery("A compound predicate is AND, OR or NOT.")
    }
  }
}
