extension Query {
  /// What a filter or an order looks at.
  package enum Key: Sendable, Hashable {
    /// A field by its name; a name of a system field where the type has no such field.
    case field(String)
    case systemField(String)
  }
}
