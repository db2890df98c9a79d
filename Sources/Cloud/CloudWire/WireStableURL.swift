/// The data that the real service returns about a share's link besides its short GUID.
///
/// Source: captures of its answers; `docs/protocol.md`. Nothing is encrypted here, so there is no
/// key.
package struct WireStableURL: Codable, Sendable, Equatable {
  package var routingKey: String?
  package var shortTokenHash: String?
  package var protectedFullToken: String?
  package var displayedHostname: String?

  package init(
    routingKey: String, shortTokenHash: String, protectedFullToken: String,
    displayedHostname: String
  ) {
    self.routingKey = routingKey
    self.shortTokenHash = shortTokenHash
    self.protectedFullToken = protectedFullToken
    self.displayedHostname = displayedHostname
  }
}
