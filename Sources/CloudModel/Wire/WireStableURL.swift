/// What the real service says of a share's link beside its short GUID.
///
/// Source: captures of its answers; `docs/protocol.md`. Nothing is encrypted here, so that there is no
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
