import CloudKit
import Foundation

/// Zones and records that another person shares with `me`.
extension State {
  /// Invited to a zone, and not yet joined.
  static func invited(
    _ permission: CKShare.ParticipantPermission = .readWrite, name: String = "invited"
  ) -> State {
    State(name, from: .noZone) { place in
      let (fixture, person, owner) = (place.fixture, place.me, place.other)
      try await place.beginShare { share in
        let me = try await fixture.container(of: owner).shareParticipant(
          forEmailAddress: fixture.address(of: person))
        me.permission = permission
        share.addParticipant(me)
      }
    }
  }

  static let invited = invited()

  /// The zone is shared with nobody.
  static let notInvited = State("not invited", from: .noZone) { place in
    try await place.beginShare { _ in }
  }

  /// The zone is shared with somebody who has no account yet, and who may be `me` under another address.
  static let anotherAddressInvited = State("another address invited", from: .noZone) { place in
    let (fixture, owner) = (place.fixture, place.other)
    let address = fixture.address(of: "later-" + place.me)
    try await place.beginShare { share in
      share.addParticipant(
        try await fixture.container(of: owner).shareParticipant(forEmailAddress: address))
    }
  }

  /// Everybody who has the link may read.
  static let openLink = State("public link", from: .noZone) { place in
    try await place.beginShare { $0.publicPermission = .readOnly }
  }

  static let readOnlyShare = State("read-only share", from: .invited(.readOnly)) {
    try await $0.join()
  }

  static let readWriteShare = State("read-write share", from: .invited) { try await $0.join() }

  static let removedFromShare = State("removed from share", from: .readWriteShare) { place in
    let owner = try await place.fixture.container(of: place.other).privateCloudDatabase
    let shareID = CKRecord.ID(
      recordName: CKRecordNameZoneWideShare, zoneID: CKRecordZone.ID(zoneName: "Notes"))
    guard let share = try await owner.record(for: shareID) as? CKShare else { return }
    for participant in share.participants where participant.role != .owner {
      share.removeParticipant(participant)
    }
    try await owner.save(share)
  }

  static let shareEnded = State("share ended", from: .readWriteShare) { place in
    let owner = try await place.fixture.container(of: place.other).privateCloudDatabase
    try await owner.deleteRecordZone(withID: CKRecordZone.ID(zoneName: "Notes"))
  }

  /// Invited, without an account on this device.
  static let invitedWithoutAccount = State("invited, no account", from: .invited) { place in
    place.metadata = try await place.container.shareMetadata(for: try place.link())
    place.container = try await place.fixture.container(of: nil)
    place.database = place.container.sharedCloudDatabase
  }

  static let invitedWithoutNetwork = State("invited, no network", from: .invited) { place in
    place.metadata = try await place.container.shareMetadata(for: try place.link())
    place.container = try await place.fixture.containerWithoutNetwork(of: place.me)
    place.database = place.container.sharedCloudDatabase
  }

  static let invitedRateLimited = State("invited, rate limited", from: .invited) { place in
    place.metadata = try await place.container.shareMetadata(for: try place.link())
    try await place.trouble(.rateLimited)
  }
}

extension Place {
  /// The other person makes a zone with a record, and shares it; from here on the place is the shared database.
  mutating func beginShare(
    _ change: (CKShare) async throws -> Void
  ) async throws {
    let owner = try await fixture.container(of: other)
    let zone = CKRecordZone(zoneName: "Notes")
    try await owner.privateCloudDatabase.save(zone)
    let note = CKRecord(
      recordType: "Note", recordID: CKRecord.ID(recordName: "note", zoneID: zone.zoneID))
    note["text"] = "hello"
    note["row"] = me
    try await owner.privateCloudDatabase.save(note)
    let share = CKShare(recordZoneID: zone.zoneID)
    share[CKShare.SystemFieldKey.title] = "Notes"
    try await change(share)
    // The share that comes back has the link; the one that was saved has it as well.
    url = (try await owner.privateCloudDatabase.save(share) as? CKShare)?.url
    database = container.sharedCloudDatabase
    let ownerName = try await owner.userRecordID().recordName
    zoneID = CKRecordZone.ID(zoneName: "Notes", ownerName: ownerName)
    record = newRecord("note")
    record["text"] = "hello"
  }

  mutating func join() async throws {
    let metadata = try await container.shareMetadata(for: try link())
    try await container.accept(metadata)
    self.metadata = metadata
    record = try await database.record(for: recordID)
    token = try await database.recordZoneChanges(inZoneWith: zoneID, since: nil).changeToken
  }

  func link() throws -> URL {
    guard let url else { throw CKError(.internalError) }
    return url
  }
}
