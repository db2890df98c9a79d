package import CloudModel

extension CloudService {
  /// The part of the caller's quota that the caller's own zones take; with `zoneName` only that zone, with its writers.
  ///
  /// Throws `.zoneNotFound` if the caller owns no such zone.
  package func storage(
    of caller: Caller, inZone zoneName: String? = nil
  ) throws(CloudError) -> StorageUsage {
    try read(by: caller) { reading in
      guard let zoneName else {
        let zones = try reading.largestZones(
          of: caller.userRecordName, limit: StorageUsage.mostEntries)
        return try usage(
          of: caller, zones.map { .init(zoneName: $0.zoneName, bytes: $0.bytes) }, in: reading)
      }
      let zoneID = RecordZoneID(zoneName: zoneName, ownerName: caller.userRecordName)
      let zone = try ZoneAccess(zoneID, for: caller, .private, in: reading).zone
      return try usage(of: caller, [described(zone, in: reading)], in: reading)
    }
  }

  /// Limits what each member may store in a zone of the caller's; nil ends the limit.
  ///
  /// Nothing that is stored goes, and the owner has no limit. Throws `.zoneNotFound` if the caller owns no such zone.
  package func limitMembers(
    ofZone zoneName: String, to bytes: Int64?, by caller: Caller
  ) throws(CloudError) -> StorageUsage {
    guard bytes.map({ (1...CloudLimitSettings.unlimitedBytes).contains($0) }) ?? true else {
      throw CloudError(.invalidArguments, "memberBytes is not a number of bytes.")
    }
    return try write(by: caller) { transaction, _ in
      let zoneID = RecordZoneID(zoneName: zoneName, ownerName: caller.userRecordName)
      var (_, zone) = try ZoneAccess.locking(zoneID, for: caller, .private, in: transaction)
      zone.limitMembers(to: bytes)
      try transaction.update(&zone)
      return try usage(
        of: caller, [described(zone.zone, in: transaction)], in: transaction)
    }
  }

  private func usage(
    of caller: Caller, _ zones: [StorageUsage.Zone], in reading: any CloudReading
  ) throws -> StorageUsage {
    let user = caller.userRecordName
    let quota = conditions.quotaBytes(of: user, in: reading.partition.settings.environment)
    return StorageUsage(
      usedBytes: try reading.usedBytes(of: user),
      quotaBytes: quota == CloudLimitSettings.unlimitedBytes ? nil : quota, zones: zones)
  }

  /// The zone with its writers, and with the limit of members.
  private func described(
    _ zone: StoredZone, in reading: any CloudReading
  ) throws -> StorageUsage.Zone {
    let writers = try reading.writers(in: zone, limit: StorageUsage.mostEntries).map { writer in
      StorageUsage.Writer(
        userRecordName: writer.user,
        accountName: try reading.account(userRecordName: writer.user)?.name, bytes: writer.bytes)
    }
    return .init(
      zoneName: zone.zoneID.zoneName, bytes: try reading.bytes(of: zone), writers: writers,
      memberBytes: zone.memberBytes)
  }
}
