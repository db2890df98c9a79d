extension Query {
  /// The field that a filter or an order uses.
  package enum Key: Sendable, Hashable {
    /// A field by its name; the name of a system field if the type has no such field.
    case field(String)
    case systemField(String)
  }
}
