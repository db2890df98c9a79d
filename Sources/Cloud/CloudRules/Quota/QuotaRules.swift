package import CloudModel

/// Checks the writes of a request to one zone against the bytes that the zone's owner may still
/// store.
///
/// A write counts against the quota of the zone's owner, whoever makes it. The public database has
/// one quota for all users together. A write that makes nothing larger is always allowed.
struct QuotaRules {
  let zone: StoredZone
  let conditions: any RequestConditions
  let reading: any CloudReading

  /// The items that do not fit, each with its index; items are counted in order.
  func violations(
    in plans: [Result<RecordPlan, CloudError>]
  ) throws -> [(index: Int, error: CloudError)] {
    let owner = zone.zoneID.ownerName
    let quota =
      owner == reading.partition.ownerName
      ? conditions.limits.publicQuotaBytes
      : conditions.quotaBytes(of: owner, in: reading.partition.settings.environment)
    var free = quota - (try reading.usedBytes(of: owner))
    // Usually all new bytes fit even without subtracting the records that they replace. Only if
    // they do not, the replaced records are read.
    guard plans.reduce(0, { $0 + $1.newBytes }) > free else { return [] }
    var violations: [(Int, CloudError)] = []
    for (index, plan) in plans.enumerated() {
      guard case .success(let plan) = plan, let change = try growth(by: plan) else { continue }
      if change > 0, change > free {
        violations.append(
          (index, CloudError(.quotaExceeded, ServerErrorCode.quotaExceeded.usualReason)))
      } else {
        free -= change
      }
    }
    return violations
  }

  private func growth(by plan: RecordPlan) throws -> Int64? {
    switch plan {
    case .save(let save):
      let name = save.record.recordID.recordName
      let before = try reading.record(named: name, in: zone)?.chargedBytes ?? 0
      return save.record.storedBytes - before
    case .delete(let stored): return -stored.chargedBytes
    case .leave, .nothing: return nil
    }
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
    charge(charged.chargedBytes - record.chargedBytes)
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
