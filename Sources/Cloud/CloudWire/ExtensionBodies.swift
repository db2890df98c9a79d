// Routes that CloudKit does not have are under `/extension/1/`.

/// The request headers of the protocol's extensions.
package enum ExtensionHeader {
  /// Any value asks for the extra keys that the wire bodies mark as extensions.
  package static let name = "X-ZoneChat-Extensions"
  /// The account, by name or user record name, in whose databases an administrator's request works.
  ///
  /// An empty value is nobody's, for the public database.
  package static let account = "X-ZoneChat-Account"
  /// For an upload that may be continued: the offset in the file at which the sent bytes begin.
  ///
  /// Source: the name is that of draft-ietf-httpbis-resumable-upload.
  package static let uploadOffset = "Upload-Offset"
}

/// Answer to `GET /extension/1/status`: product and version for anyone who can connect, everything for the
/// administrator.
package struct CloudStatusResponse: Codable, Sendable {
  package var product: String
  package var version: String
  package var processID: Int32?
  /// Milliseconds since 1970.
  package var startedAt: Int64?
  package var accounts: Int?
  package var zones: Int?
  package var records: Int?
  /// Long polls that wait at this moment.
  package var waitingClients: Int?
  /// Of the disk with the cloud's data; nil if it is in memory.
  package var freeBytes: Int64?

  package init(product: String, version: String) {
    self.product = product
    self.version = version
  }
}
