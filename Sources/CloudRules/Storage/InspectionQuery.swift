package import CloudModel

/// Which rows of a subject are to be shown.
package struct InspectionQuery: Sendable, Equatable {
  /// Our choice, as for records in a page.
  package static let mostRows = 200

  package var subject: InspectionSubject
  /// An account's name or user record name: of an owner, or of whose feed or subscription it is.
  package var account: String?
  package var container: String?
  package var environment: String?
  package var zone: String?
  package var limit: Int
  /// Rows to pass over.
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
