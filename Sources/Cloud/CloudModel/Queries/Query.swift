/// The records to find, by conditions on their fields, and their order.
///
/// Source: `CKQuery`; CloudKit Web Services Reference, Fetching Records Using a Query.
package struct Query: Sendable, Equatable {
  package var recordType: String
  /// A record must fulfil all of them.
  package var filters: [Filter]
  package var sortDescriptors: [SortDescriptor]

  package init(
    recordType: String, filters: [Filter] = [], sortDescriptors: [SortDescriptor] = []
  ) {
    self.recordType = recordType
    self.filters = filters
    self.sortDescriptors = sortDescriptors
  }
}
