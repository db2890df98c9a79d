/// A query as the store's indexes can answer it.
package struct IndexSearch: Sendable, Equatable {
  /// A zone to search, and the part of it that the reader may see.
  package struct Zone: Sendable, Equatable {
    package var incarnation: String
    /// Only records that one of these shares covers; nil for all.
    package var coveredBy: Set<String>?

    package init(incarnation: String, coveredBy: Set<String>? = nil) {
      self.incarnation = incarnation
      self.coveredBy = coveredBy
    }
  }

  package var recordType: String
  package var zones: [Zone]
  /// Conditions that a record must all fulfil.
  package var conditions: [IndexCondition]
  package var orders: [IndexOrder]
  /// The end of the previous page.
  package var after: IndexPosition?
  package var limit: Int
  /// Only records that this user created.
  package var createdBy: String?

  package init(
    recordType: String, zones: [Zone], conditions: [IndexCondition] = [],
    orders: [IndexOrder] = [], after: IndexPosition? = nil, limit: Int
  ) {
    self.recordType = recordType
    self.zones = zones
    self.conditions = conditions
    self.orders = orders
    self.after = after
    self.limit = limit
  }
}
