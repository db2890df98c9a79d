import CloudClient
import CloudDevices
import CloudKitCore
import CloudKitTesting
import CloudModel
import Foundation
import Testing

/// A zone that is shared as a whole, and the hierarchy of one record.
@Suite struct ZoneSharingTests {
  @Test func `a zone is shared with somebody, who reads and writes in it`() async throws {
    try await TestWorld.with { world in
      let (alice, bob) = (world.container(), world.container(of: "bob"))
      _ = try await bob.userRecordID()
      let zoneID = CKRecordZone.ID(zoneName: "Trip")
      try await alice.privateCloudDatabase.save(CKRecordZone(zoneID: zoneID))
      let share = CKShare(recordZoneID: zoneID)
      share[CKShare.SystemFieldKey.title] = "Trip"
      let participant = try await alice.shareParticipant(forEmailAddress: "bob")
      participant.permission = .readWrite
      share.addParticipant(participant)
      try await alice.privateCloudDatabase.save(share)
      let url = try #require(share.url)
      #expect(share.participants.count == 2)
      #expect(share.owner.userIdentity.userRecordID?.recordName == CKCurrentUserDefaultName)
      #expect(share.currentUserParticipant?.role == .owner)
      let zone = try await alice.privateCloudDatabase.recordZone(for: zoneID)
      #expect(zone.share?.recordID == share.recordID)
      #expect(zone.capabilities.contains(.zoneWideSharing))

      let metadata = try await bob.shareMetadata(for: url)
      #expect(metadata.participantStatus == .pending)
      #expect(metadata.share[CKShare.SystemFieldKey.title] == "Trip")
      #expect(metadata.hierarchicalRootRecordID == nil)
      let accepted = try await bob.accept(metadata)
      #expect(accepted.currentUserParticipant?.acceptanceStatus == .accepted)
      let shared = try #require(try await bob.sharedCloudDatabase.allRecordZones().first)
      #expect(shared.zoneID.zoneName == "Trip")
      #expect(shared.zoneID.ownerName != CKCurrentUserDefaultName)

      let note = CKRecord(
        recordType: "Note", recordID: CKRecord.ID(recordName: "one", zoneID: shared.zoneID))
      note["text"] = "from bob"
      try await bob.sharedCloudDatabase.save(note)
      let read = try await alice.privateCloudDatabase.record(
        for: CKRecord.ID(recordName: "one", zoneID: zoneID))
      #expect(read["text"] == "from bob")
      #expect(read.creatorUserRecordID?.recordName != CKCurrentUserDefaultName)

      // Joining has changed the share.
      await expect(.serverRecordChanged) {
        try await alice.privateCloudDatabase.save(share)
      }
      let current = try #require(
        try await alice.privateCloudDatabase.record(for: share.recordID) as? CKShare)
      let permitted = try #require(current.participants.first { $0.role != .owner })
      permitted.permission = .readOnly
      try await alice.privateCloudDatabase.save(current)
      note["text"] = "once more"
      await expect(.permissionFailure) { try await bob.sharedCloudDatabase.save(note) }
      current.removeParticipant(permitted)
      try await alice.privateCloudDatabase.save(current)
      await expect(.zoneNotFound) {
        _ = try await bob.sharedCloudDatabase.recordZoneChanges(
          inZoneWith: shared.zoneID, since: nil)
      }
    }
  }

  @Test func `a record and its children are shared, and nothing else`() async throws {
    try await TestWorld.with { world in
      let (alice, bob) = (world.container(), world.container(of: "bob"))
      let zoneID = CKRecordZone.ID(zoneName: "Lists")
      try await alice.privateCloudDatabase.save(CKRecordZone(zoneID: zoneID))
      let root = CKRecord(
        recordType: "List", recordID: CKRecord.ID(recordName: "root", zoneID: zoneID))
      let item = CKRecord(
        recordType: "Item", recordID: CKRecord.ID(recordName: "item", zoneID: zoneID))
      item.setParent(root)
      let other = CKRecord(
        recordType: "Item", recordID: CKRecord.ID(recordName: "other", zoneID: zoneID))
      let share = CKShare(rootRecord: root)
      share.publicPermission = .readOnly
      let results = try await alice.privateCloudDatabase.modifyRecords(
        saving: [root, item, other, share], deleting: [])
      for (id, result) in results.saveResults {
        #expect(throws: Never.self, "\(id)") { try result.get() }
      }
      #expect(root.share?.recordID == share.recordID)
      let metadata = try await bob.shareMetadata(for: try #require(share.url))
      #expect(metadata.hierarchicalRootRecordID?.recordName == "root")
      try await bob.accept(metadata)
      let shared = try #require(try await bob.sharedCloudDatabase.allRecordZones().first)
      func read(_ name: String) async throws -> CKRecord {
        try await bob.sharedCloudDatabase.record(
          for: CKRecord.ID(recordName: name, zoneID: shared.zoneID))
      }
      #expect(try await read("item").parent?.recordID.recordName == "root")
      await expect(.unknownItem) { _ = try await read("other") }
    }
  }

  @Test func `an unknown person cannot be invited, and a link that leads nowhere is refused`()
    async throws
  {
    try await TestWorld.with { world in
      let alice = world.container()
      await expect(.unknownItem) {
        try await alice.shareParticipant(forEmailAddress: "nobody")
      }
      let url = try #require(URL(string: "https://www.icloud.com/share/0123456789abcdef"))
      await expect(.unknownItem) { try await alice.shareMetadata(for: url) }
      let found = try await alice.shareParticipants(forEmailAddresses: ["alice", "nobody"])
      #expect(try found["alice"]?.get().userIdentity.hasiCloudAccount == true)
      #expect(throws: CKError.self) { try found["nobody"]?.get() }
    }
  }

  @Test func `a user who does not want to be found is like somebody without an account`()
    async throws
  {
    try await TestWorld.with { world in
      let plan = CloudPlan(accounts: [
        .init(name: "bob", emailAddress: "bob@example.com", isDiscoverable: false),
        .init(name: "carol", emailAddress: "carol@example.com"),
      ])
      _ = try await CloudAdministration(connection: world.cloud.connection).apply(plan)
      for name in ["bob", "carol"] { _ = try await world.container(of: name).userRecordID() }
      let names = ["bob", "nobody", "carol"]
      let found = try await world.container().shareParticipants(
        forEmailAddresses: names.map { $0 + "@example.com" })
      let known = try names.map { name in
        let identity = try #require(try found[name + "@example.com"]?.get().userIdentity)
        #expect(identity.lookupInfo?.emailAddress == name + "@example.com")
        return identity.hasiCloudAccount || identity.userRecordID != nil
          || identity.nameComponents != nil
      }
      #expect(known == [false, false, true])
      await expect(.unknownItem) {
        try await world.container().shareParticipant(forEmailAddress: "bob")
      }
    }
  }
}
