import CloudKit
import CloudKitTesting
import Foundation
import Testing

/// A cloud's time, and states that it goes back to.
@Suite struct CloudStateTests {
  private static let container = "iCloud.com.example.Notebook"

  private func names(of device: TestDevice) async throws -> [String] {
    try await device.run {
      let database = CKContainer(identifier: Self.container).privateCloudDatabase
      return try await database.allRecordZones().map(\.zoneID.zoneName).sorted()
    }
  }

  private func make(_ zone: String, on device: TestDevice) async throws {
    try await device.run {
      let database = CKContainer(identifier: Self.container).privateCloudDatabase
      _ = try await database.save(CKRecordZone(zoneName: zone))
    }
  }

  @Test func `the clock stands still, is moved, and goes on`() async throws {
    try await TestCloud.with { cloud in
      try await cloud.freezeClock()
      let stood = try await cloud.now()
      #expect(try await cloud.now() == stood)
      try await cloud.advance(by: 3600)
      #expect(try await cloud.now() == stood.addingTimeInterval(3600))
      try await cloud.resumeClock()
      while try await cloud.now() <= stood.addingTimeInterval(3600) {}
      try await cloud.freezeClock()
      try await cloud.reset()
      let again = try await cloud.now()
      while try await cloud.now() <= again {}
      #expect(again < stood.addingTimeInterval(3600))
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a test begins with a state that was remembered`() async throws {
    try await TestCloud.with { cloud in
      let alice = cloud.device(of: "alice")
      try await make("kept", on: alice)
      let person = try await cloud.makeAccount("carol", in: Self.container)
      try await cloud.takeSnapshot()
      let other = cloud.device(of: "bob")
      for round in 1...3 {
        try await make("round \(round)", on: alice)
        try await make("other", on: other)
        try await cloud.add(TestFault(.fail(code: "ZONE_BUSY"), operation: "zones/list"))
        try await cloud.restoreSnapshot()
        #expect(try await names(of: alice) == ["_defaultZone", "kept"])
        // The account that was made since is made again.
        #expect(try await names(of: other) == ["_defaultZone"])
      }
      #expect(try await cloud.snapshots() == ["start"])
      let url = person.url(of: "zones/list", at: cloud)
      #expect(try Data(contentsOf: url).isEmpty == false, "carol is signed in as she was")
      try await cloud.deleteSnapshot("start")
      #expect(try await cloud.snapshots().isEmpty)
      await #expect(throws: TestCloudError.self) { try await cloud.restoreSnapshot() }
    }
  }
}
