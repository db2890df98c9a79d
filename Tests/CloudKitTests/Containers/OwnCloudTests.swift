import CloudDevices
import CloudKitCore
import CloudKitTesting
import Testing

/// A process for which no cloud is named.
struct OwnCloudTests {
  @Test func `its cloud is in the process where CloudKitTesting is linked`() async throws {
    // By its name: nothing here has to make the class known before.
    #expect(OwnCloud.inProcess != nil)
    let device = CloudDevice(environment: [:])
    #expect(device.account == CloudDevice.Account(name: "tester"))
    let database = CKContainer(identifier: TestWorld.container, device: device).privateCloudDatabase
    let record = try await database.save(CKRecord(recordType: "Note"))
    // The cloud is that of the process, and not of a device.
    let other = CKContainer(
      identifier: TestWorld.container, device: CloudDevice(environment: [:]))
    #expect(
      try await other.privateCloudDatabase.record(for: record.recordID).recordID == record.recordID)
  }
}
