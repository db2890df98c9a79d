package import CloudModel

/// The rows of a subject to show.
package struct InspectionQuery: Sendable, Equatable {
  /// Our choice, as for records in a page.
  package static let mostRows = 200

  package var subject: InspectionSubject
  /// The name or user record name of the account that owns the rows, or whose feed or subscription
  /// they are.
  package var account: String?
  package var container: String?
  package var environment: String?
  package var zone: String?
  package var limit: Int
  /// The number of rows to skip.
  package var offset: Int

  package init(
    _ subject: InspectionSubject, account: String? = nil, container: String? = nil,
    environment: String? = nil, zone: String? = nil, limit: Int = mostRows, offset: Int = 0
  ) {
    self.subject = subject
    self.account = account
    self.container = container
    self.environment = environment
    self.zone = zone
    self.limit = min(max(limit, 1), Self.mostRows)
    self.offset = max(offset, 0)
  }
}
