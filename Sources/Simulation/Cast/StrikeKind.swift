/// What may befall the cloud or a device from outside.
enum StrikeKind: Sendable, Hashable, CaseIterable {
  case crash, expireZoneTokens, expireDatabaseTokens, permit, remove, invite, stopSharing, leave
  case deleteZone, plant, skew, offline, throttle, purge, resetEncryption
}
