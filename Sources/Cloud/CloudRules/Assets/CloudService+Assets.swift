package import CloudModel

extension CloudService {
  /// Gives out one link for each field, to upload an asset that will be attached there.
  ///
  /// `zoneID` is nil if the request named no zone; the record may then be in any zone.
  ///
  /// Throws `.limitExceeded` for more than 200 fields, `.permissionFailure` for a caller who may
  /// not write there, `.unknownItem` and `.invalidArguments` for a field where no asset could be
  /// saved.
  package func prepareUploads(
    for places: [AssetPlace], zoneID: RecordZoneID?, by caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> [(place: AssetPlace, token: String)] {
    try requireUser(caller)
    guard places.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    return try write(by: caller) { transaction, _ in
      let now = surroundings.now().millisecondsSince1970
      let zone = try zoneID.map { try writableZone($0, for: caller, scope, transaction) }
      try checkOpenUploads(adding: places.count, by: caller, at: now, transaction)
      var schema = SchemaRules(
        for: caller, in: transaction.partition, isPublic: scope == .public)
      return try places.map { place in
        try schema.checkAsset(in: place, reading: transaction)
        try NameRules.checkRecordType(place.recordType)
        try NameRules.checkFieldName(place.fieldName, recordType: place.recordType)
        if let name = place.recordName { try NameRules.checkRecordName(name) }
        let token = surroundings.randomURLSafe(byteCount: 24)
        try transaction.insert(
          StoredUpload(
            userRecordName: caller.userRecordName, scope: scope, zone: zone?.incarnation,
            recordType: place.recordType, fieldName: place.fieldName,
            recordName: place.recordName, tokenHash: AssetKeys.hash(token),
            expiresAt: now + Int64(CloudLimits.uploadSeconds) * 1000))
        var named = place
        // A generated name is not binding: the client may save the record under another name.
        named.recordName = place.recordName ?? surroundings.randomUUID().uppercased()
        return (named, token)
      }
    }
  }

  /// Describes stored assets so that they can be saved in other records of the same database.
  ///
  /// Throws `.unknownItem` if a record does not exist, or its field holds no asset.
  package func rereference(
    _ places: [(recordID: RecordID, fieldName: String)], by caller: Caller,
    in scope: DatabaseScope
  ) throws(CloudError) -> [Asset] {
    try requireUser(caller)
    guard places.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    return try write(by: caller) { transaction, _ in
      let now = surroundings.now().millisecondsSince1970
      try checkOpenUploads(adding: places.count, by: caller, at: now, transaction)
      return try places.map { recordID, fieldName in
        let record = try readableRecord(recordID, for: caller, scope, transaction)
        guard var asset = record.fields[fieldName]?.assets.first,
          let checksum = AssetChecksum(wireForm: asset.fileChecksum)
        else {
          throw CloudError(
            .unknownItem, "The record \(recordID.recordName) has no asset in '\(fieldName)'.")
        }
        let receipt = surroundings.randomURLSafe(byteCount: 24)
        try transaction.insert(
          StoredUpload(
            userRecordName: caller.userRecordName, scope: scope,
            receipt: .init(
              hash: AssetKeys.hash(receipt), checksum: checksum, size: asset.size),
            expiresAt: now + Int64(AssetPlace.receiptSeconds) * 1000))
        asset.receipt = receipt
        return asset
      }
    }
  }

  private func writableZone(
    _ zoneID: RecordZoneID, for caller: Caller, _ scope: DatabaseScope,
    _ reading: any CloudReading
  ) throws -> StoredZone {
    let access = try ZoneAccess(zoneID, for: caller, scope, in: reading)
    if case .participant(let view) = access.role, !view.canWriteSomewhere {
      throw CloudError(.permissionFailure, "WRITE operation not permitted")
    }
    return access.zone
  }

  private func readableRecord(
    _ recordID: RecordID, for caller: Caller, _ scope: DatabaseScope, _ reading: any CloudReading
  ) throws -> Record {
    let access = try ZoneAccess(recordID.zoneID, for: caller, scope, in: reading)
    let stored = try reading.record(named: recordID.recordName, in: access.zone)
    guard let stored, !stored.isDeleted, access.sees(stored) else {
      throw CloudError(.unknownItem, "Record not found: \(recordID.recordName)")
    }
    if access.role == .world {
      try PublicRights.check(
        .read, by: caller, creator: stored.record.creatorUserRecordName,
        grants: try RecordGrants(of: stored.record.recordType, in: reading))
    }
    return stored.record
  }

  private func checkOpenUploads(
    adding count: Int, by caller: Caller, at now: Int64, _ transaction: any CloudTransaction
  ) throws {
    let open = try transaction.uploadCount(of: caller.userRecordName, at: now)
    guard open + count <= CloudLimits.openUploadsPerUser else {
      throw CloudError(
        .requestRateLimited,
        "Too many uploads are open. Attach some of the assets, or wait until they expire.",
        retryAfterSeconds: 60)
    }
  }
}
