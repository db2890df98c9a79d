package import CloudModel

// Ends zones and tokens from outside: CloudKit itself does this at Apple, a command does it here.

extension PartitionAdministration {
  /// Makes every token of the zone given out so far expire.
  ///
  /// Throws `.zoneNotFound`.
  package func expireTokens(ofZone zoneID: RecordZoneID) throws(CloudError) {
    try write { transaction, _ in
      guard var zone = try transaction.lockZone(zoneID) else {
        throw CloudError(.zoneNotFound, "Zone does not exist")
      }
      zone.expireTokens()
      try transaction.update(&zone)
    }
  }

  /// Makes every token of one of a user's databases given out so far expire.
  package func expireTokens(of user: String, in scope: DatabaseScope) throws(CloudError) {
    try write { transaction, _ in try transaction.expireTokens(of: user, scope) }
  }

  /// Ends the zone as if its owner had wiped the application's data in the system's settings.
  ///
  /// Throws `.zoneNotFound`.
  package func purge(_ zoneID: RecordZoneID) throws(CloudError) {
    try end(zoneID, because: .purged)
  }

  /// Ends the zone as if its owner's encryption keys had been lost.
  ///
  /// Throws `.zoneNotFound`.
  package func resetEncryptedData(of zoneID: RecordZoneID) throws(CloudError) {
    try end(zoneID, because: .encryptedDataReset)
  }

  private func end(
    _ zoneID: RecordZoneID, because reason: DatabaseChanges.Deletion.Reason
  ) throws(CloudError) {
    try write { transaction, publisher in
      guard let zone = try transaction.lockZone(zoneID), !zone.zone.isDefault else {
        throw CloudError(.zoneNotFound, "Zone does not exist")
      }
      try transaction.end(zone, because: reason, publisher: &publisher)
    }
  }
}
