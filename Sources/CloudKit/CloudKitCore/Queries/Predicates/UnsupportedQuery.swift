/// A predicate, a value or an order that CloudKit does not support in a query.
///
/// Found when the query is executed; for apps it is `CKError.invalidArguments`.
package struct UnsupportedQuery: Error, Sendable, Equatable, CustomStringConvertible {
  /// For people: what is not supported, and what is.
  package var reason: String

  package init(_ reason: String) { self.reason = reason }

  package var description: String { reason }
}
