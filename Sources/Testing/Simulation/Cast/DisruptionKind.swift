/// The kinds of events that the simulation may impose on the cloud or on a device.
enum DisruptionKind: String, Sendable, Hashable, CaseIterable {
  case crash
  case expireZoneTokens = "expire-zone-tokens"
  case expireDatabaseTokens = "expire-database-tokens"
  case permit, remove, invite
  case stopSharing = "stop-sharing"
  case leave
  case deleteZone = "delete-zone"
  case plant, skew, offline, throttle, purge
  case resetEncryption = "reset-encryption"
}
