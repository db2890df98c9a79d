package import CloudModel

/// Checks the writes of a request to one zone against the bytes that the zone's owner may still store, and that the
/// owner lets each member store there.
///
/// 1. A write counts against the quota of the zone's owner, whoever makes it. The public database has one quota for
///    all users together.
/// 2. A write of a member also counts against the zone's limit of members, together with the records that the member
///    has made. CloudKit has no such limit.
/// 3. A write that makes nothing larger is always allowed.
struct QuotaRules {
  let zone: StoredZone
  let caller: Caller
  let conditions: any RequestConditions
  let reading: any CloudReading

  /// The items that do not fit, each with its index; items are counted in order.
  func violations(
    in plans: [Result<RecordPlan, CloudError>]
  ) throws -> [(index: Int, error: CloudError)] {
    let newBytes = plans.reduce(0) { $0 + $1.newBytes }
    var ownersRoom = try self.ownersRoom
    var membersRoom = try self.membersRoom(for: newBytes)
    // Usually all new bytes fit even without subtracting the records that they replace. Only if
    // they do not, the replaced records are read.
    guard newBytes > min(ownersRoom, membersRoom?.free ?? .max) else { return [] }
    var violations: [(Int, CloudError)] = []
    for (index, plan) in plans.enumerated() {
      guard case .success(let plan) = plan, let change = try growth(by: plan) else { continue }
      if change.bytes > 0, change.bytes > ownersRoom {
        violations.append(
          (index, CloudError(.quotaExceeded, ServerErrorCode.quotaExceeded.usualReason)))
      } else if let room = membersRoom, change.bytes > 0, change.bytes > room.free {
        violations.append((index, .memberLimit(room.limit)))
      } else {
        ownersRoom -= change.bytes
        // To make another person's record smaller gives a member no room.
        let isOwn = change.creator == caller.userRecordName
        membersRoom?.free -= isOwn ? change.bytes : max(0, change.bytes)
      }
    }
    return violations
  }

  private var ownersRoom: Int64 {
    get throws {
      let owner = zone.zoneID.ownerName
      let quota =
        owner == reading.partition.ownerName
        ? conditions.limits.publicQuotaBytes
        : conditions.quotaBytes(of: owner, in: reading.partition.settings.environment)
      return quota - (try reading.usedBytes(of: owner))
    }
  }

  /// The limit of each member, and what it leaves to the caller; nil if it cannot forbid so many new bytes.
  private func membersRoom(for newBytes: Int64) throws -> (limit: Int64, free: Int64)? {
    guard let limit = zone.memberBytes, caller.userRecordName != zone.zoneID.ownerName,
      zone.bytes + newBytes > limit
    else { return nil }
    return (limit, limit - (try reading.writtenBytes(by: caller.userRecordName, in: zone)))
  }

  /// What a plan adds to a record, and who made the record.
  private func growth(by plan: RecordPlan) throws -> (bytes: Int64, creator: String?)? {
    switch plan {
    case .save(let save):
      let before = try reading.record(named: save.record.recordID.recordName, in: zone)
      let known = before.flatMap { $0.isDeleted ? nil : $0.record.creatorUserRecordName }
      return (
        save.record.storedBytes - (before?.chargedBytes ?? 0), known ?? caller.userRecordName
      )
    case .delete(let stored):
      return (-stored.chargedBytes, stored.record.creatorUserRecordName)
    case .leave, .nothing: return nil
    }
  }
}

extension CloudError {
  /// The failure of a write for which a member has no room under the limit that the zone's owner has set.
  package static func memberLimit(_ bytes: Int64) -> CloudError {
    var error = CloudError(
      .quotaExceeded,
      "\(ServerErrorCode.quotaExceeded.usualReason): the owner of the zone lets each member store "
        + "\(bytes) bytes")
    error.memberBytes = bytes
    return error
  }
}

extension RequestConditions {
  /// The bytes that an owner may store: set by a fault, else by the account's own quota, else by
  /// the environment, else by the general limit, `CloudLimitSettings.quotaBytes`.
  package func quotaBytes(of owner: String, in settings: EnvironmentSettings) -> Int64 {
    let environment = settings.defaultQuotaBytes.map {
      $0 == 0 ? CloudLimitSettings.unlimitedBytes : $0
    }
    return faultQuotaBytes(of: owner)
      ?? limits.accountQuotaBytes[owner] ?? environment ?? limits.quotaBytes
  }
}

extension Result<RecordPlan, CloudError> {
  fileprivate var newBytes: Int64 {
    guard case .success(.save(let save)) = self else { return 0 }
    return save.record.storedBytes
  }
}

extension LockedZone {
  /// Charges the zone's owner for what the record has grown by since it was last saved; returns the
  /// record to be saved.
  mutating func charged(_ record: StoredRecord) -> StoredRecord {
    var charged = record
    charged.chargedBytes = record.isDeleted ? 0 : record.record.storedBytes
    charge(
      charged.chargedBytes - record.chargedBytes, for: record.record.creatorUserRecordName ?? "")
    return charged
  }
}

extension Record {
  /// The fields with their names, and the assets' own bytes.
  var storedBytes: Int64 {
    Int64(fieldBytes) + fields.values.reduce(0) { $0 + $1.assetBytes }
  }
}

extension FieldValue {
  fileprivate var assetBytes: Int64 {
    switch self {
    case .asset(let asset): max(0, asset.size)
    case .list(let elements): elements.reduce(0) { $0 + $1.assetBytes }
    case .string, .bytes, .int64, .double, .date, .location, .reference: 0
    }
  }
}
