/// The kinds of events that the simulation may impose on the cloud or on a device.
enum DisruptionKind: Sendable, Hashable, CaseIterable {
  case crash, expireZoneTokens, expireDatabaseTokens, permit, remove, invite, stopSharing, leave
  case deleteZone, plant, skew, offline, throttle, purge, resetEncryption
}
