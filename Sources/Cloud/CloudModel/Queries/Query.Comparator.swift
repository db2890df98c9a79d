extension Query {
  /// The comparison that a filter makes.
  ///
  /// Source: CloudKit Web Services Reference, Filter Dictionary; CKTool JS for the ones about any
  /// of a list.
  package enum Comparator: String, Hashable, KnownWord {
    case equals = "EQUALS"
    case notEquals = "NOT_EQUALS"
    case lessThan = "LESS_THAN"
    case lessThanOrEquals = "LESS_THAN_OR_EQUALS"
    case greaterThan = "GREATER_THAN"
    case greaterThanOrEquals = "GREATER_THAN_OR_EQUALS"
    case near = "NEAR"
    case containsAllTokens = "CONTAINS_ALL_TOKENS"
    case containsAnyTokens = "CONTAINS_ANY_TOKENS"
    case `in` = "IN"
    case notIn = "NOT_IN"
    case listContains = "LIST_CONTAINS"
    case notListContains = "NOT_LIST_CONTAINS"
    case listContainsAny = "LIST_CONTAINS_ANY"
    case notListContainsAny = "NOT_LIST_CONTAINS_ANY"
    case listContainsAll = "LIST_CONTAINS_ALL"
    case notListContainsAll = "NOT_LIST_CONTAINS_ALL"
    case beginsWith = "BEGINS_WITH"
    case notBeginsWith = "NOT_BEGINS_WITH"
    case listMemberBeginsWith = "LIST_MEMBER_BEGINS_WITH"
    case notListMemberBeginsWith = "NOT_LIST_MEMBER_BEGINS_WITH"

    /// Source: the names that first-party clients use.
    package static let synonyms: [String: Comparator] = [
      "CONTAINS_ANY": .listContainsAny, "NOT_CONTAINS_ANY": .notListContainsAny,
      "CONTAINS_ALL": .listContainsAll, "NOT_CONTAINS_ALL": .notListContainsAll,
    ]

    /// Whether it is a `NOT_` comparator; it holds exactly if the comparator without `NOT_` does not.
    package var isNegated: Bool { rawValue.hasPrefix("NOT_") }

    /// The comparator without `NOT_`.
    package var positive: Comparator {
      guard isNegated else { return self }
      return Comparator(rawValue: String(rawValue.dropFirst("NOT_".count))) ?? self
    }
  }
}
