import CloudModel
import CloudRules
import CloudWire

/// Makes the records of a plan where they are missing, as native apps of their accounts would make them.
struct RecordSeeder: Sendable {
  let cloud: Cloud

  /// Makes zones and records in the order of the plan; what is there already stays as it is.
  ///
  /// Throws the first failure, with the name of its record; `skip` gets, if it is there, what the data forbid.
  func apply(
    _ records: [ContainerPlan.Record], to partition: Partition,
    skipping skip: ((CloudError) -> Void)?
  ) throws {
    for (index, record) in records.enumerated() {
      _ = try CloudError.skipping(to: skip) {
        do {
          try apply(record, to: cloud.service(for: partition))
        } catch let error as CloudError {
          throw error.named(
            "\(partition.environment.rawValue) record \(index + 1) ‘\(record.recordName)’")
        }
      }
    }
  }

  private func apply(_ record: ContainerPlan.Record, to service: CloudService) throws {
    let user = try cloud.store.readRegistry { try $0.userRecordName(ofAccount: record.account) }
    let caller = Caller(userRecordName: user, isNative: true)
    let scope = record.database == .public ? DatabaseScope.public : .private
    let owner = scope == .public ? RecordZoneID.currentUserDefaultName : user
    let zoneID = RecordZoneID(
      zoneName: record.zone ?? RecordZoneID.defaultZoneName, ownerName: owner)
    if let name = record.zone, name != RecordZoneID.defaultZoneName {
      for outcome in try service.modifyZones([.create(zoneID)], by: caller, in: scope) {
        _ = try outcome.result.get()
      }
    }
    var wire = WireRecord(recordName: record.recordName)
    wire.recordType = record.recordType
    wire.fields = try record.fields?.mapValues { try WireField(json: $0) }
    wire.parent = Clearable(record.parent.map { WireReference(recordName: $0) })
    var modification = try RecordModification(
      .init(operationType: .create, record: wire), in: zoneID, owner: owner)
    modification.mayOmitEncryptedTypes = true
    for (_, result) in try service.modifyRecords(
      [modification], atomically: false, by: caller, in: scope)
    {
      if case .failure(let error) = result, error.code != .serverRecordChanged { throw error }
    }
  }
}
