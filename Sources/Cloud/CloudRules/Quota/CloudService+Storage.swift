package import CloudModel

extension CloudService {
  /// The part of the caller's quota that the caller's own zones take; with `zoneName` only that zone, with its writers.
  ///
  /// Throws `.zoneNotFound` if the caller owns no such zone.
  package func storage(
    of caller: Caller, inZone zoneName: String? = nil
  ) throws(CloudError) -> StorageUsage {
    let user = caller.userRecordName
    return try read(by: caller) { reading in
      let quota = conditions.quotaBytes(of: user, in: reading.partition.settings.environment)
      var response = StorageUsage(
        usedBytes: try reading.usedBytes(of: user),
        quotaBytes: quota == CloudLimitSettings.unlimitedBytes ? nil : quota, zones: [])
      guard let zoneName else {
        response.zones = try reading.largestZones(of: user, limit: StorageUsage.mostEntries)
          .map { .init(zoneName: $0.zoneName, bytes: $0.bytes) }
        return response
      }
      let zoneID = RecordZoneID(zoneName: zoneName, ownerName: user)
      let access = try ZoneAccess(zoneID, for: caller, .private, in: reading)
      let writers = try reading.writers(in: access.zone, limit: StorageUsage.mostEntries).map {
        writer in
        StorageUsage.Writer(
          userRecordName: writer.user,
          accountName: try reading.account(userRecordName: writer.user)?.name, bytes: writer.bytes)
      }
      response.zones = [
        .init(
          zoneName: zoneName, bytes: try reading.bytes(of: access.zone), writers: writers)
      ]
      return response
    }
  }
}
