extension Query {
  /// The field that a filter or an order uses.
  package enum Key: Sendable, Hashable {
    /// A field by its name; the name of a system field if the type has no such field.
    case field(String)
    case systemField(String)

    /// In a search for words, the name of all searchable fields together.
    ///
    /// Source: `CKQuery`, tokenized searching: the special key of `allTokens TOKENMATCHES`.
    package static let allTokens = "allTokens"
  }
}
