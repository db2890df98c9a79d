import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage

/// The rules on an empty store with one user, one zone and the name of one record.
struct RulesWorld {
  let cloud: Cloud
  let service: CloudService
  let accounts: AccountService
  let caller: Caller
  let recordID: RecordID

  var zoneID: RecordZoneID { recordID.zoneID }
  var administration: PartitionAdministration { cloud.administration(of: service.partition) }

  init() throws {
    let surroundings = Surroundings.deterministic()
    let store = ContractStore(try SQLiteStore(.inMemory))
    cloud = Cloud(store: store, surroundings: surroundings, announce: { _ in })
    try cloud.ensureContainer("iCloud.test")
    service = cloud.service(for: Partition(container: "iCloud.test", environment: .development))
    accounts = AccountService(store: store, surroundings: surroundings)
    let account = try accounts.createAccount(named: "alice")
    caller = Caller(userRecordName: account.userRecordName, isNative: true)
    let zoneID = RecordZoneID(zoneName: "Z", ownerName: account.userRecordName)
    recordID = RecordID(recordName: "r", zoneID: zoneID)
    _ = try service.modifyZones([.create(zoneID)], by: caller, in: .private)
  }

  func modify(_ modification: RecordModification) -> Result<Record?, CloudError> {
    Result { () throws(CloudError) in
      let outcomes = try service.modifyRecords(
        [modification], atomically: nil, by: caller, in: .private)
      guard let outcome = outcomes.first else { return nil }
      return try outcome.result.get()
    }
  }

  func save(_ fields: [String: FieldValue]) throws {
    let record = Record(recordType: "T", recordID: recordID, fields: fields)
    _ = try modify(RecordModification(.save(record, .create))).get()
  }
}
