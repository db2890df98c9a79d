import CloudKit
import Foundation

/// People who have no account yet, and are invited by an address or a phone number.
enum AwaitedRows {
  static let all: [Row] = looking + inviting + signingUp + limit

  // MARK: - Looking

  private static let number = "+15550100"

  private static func person(_ place: Place) async throws -> CKShare.Participant {
    try await place.container.shareParticipant(forEmailAddress: SharingRows.address(place))
  }

  private static let looking: [Row] =
    [
      row("CKUserIdentity without an account", .asynchronous, .saved, "by its address") { place in
        let identity = try await person(place).userIdentity
        let isKnown = identity.hasiCloudAccount || identity.userRecordID != nil
        let address = identity.lookupInfo?.emailAddress
        return isKnown || address != SharingRows.address(place) ? "somebody" : "by its address"
      },
      row(
        "shareParticipant(forPhoneNumber:)", .asynchronous, .saved, "readOnly pending, no account"
      ) {
        SharingRows.participant(try await $0.container.shareParticipant(forPhoneNumber: number))
      },
      row("shareParticipants(forPhoneNumbers:)", .batch, .saved, "[readOnly pending, no account]") {
        ErrorText.text(
          try await $0.container.shareParticipants(forPhoneNumbers: [number]),
          SharingRows.participant)
      },
      row("CKFetchShareParticipantsOperation, a phone number", .operation, .saved, number) {
        place in
        let operation = CKFetchShareParticipantsOperation(
          userIdentityLookupInfos: [.init(phoneNumber: number)])
        return await run(operation, in: place.container) { operation, log in
          operation.perShareParticipantResultBlock = { info, result in
            log.add(
              ErrorText.text(result) {
                $0.userIdentity.lookupInfo == info ? info.phoneNumber ?? "" : "another"
              })
          }
        }
      },
    ]
    + ["nobody", "a@", "@b", "a@b@c", "a b@c"].map { text in
      row("shareParticipant(forEmailAddress: \"\(text)\")", .asynchronous, .saved, "!unknownItem") {
        SharingRows.participant(try await $0.container.shareParticipant(forEmailAddress: text))
      }
    }
    + ["12", "+12x", ""].map { text in
      row("shareParticipant(forPhoneNumber: \"\(text)\")", .asynchronous, .saved, "!unknownItem") {
        SharingRows.participant(try await $0.container.shareParticipant(forPhoneNumber: text))
      }
    }

  // MARK: - Inviting

  private static func share(
    _ place: Place, with people: [CKShare.Participant]
  ) async throws -> CKShare {
    let share = CKShare(recordZoneID: place.zoneID)
    people.forEach(share.addParticipant)
    try await place.database.save(share)
    return share
  }

  /// Everybody but the owner, as the cloud has them.
  private static func guests(_ place: Place) async throws -> String {
    let shareID = CKRecord.ID(recordName: CKRecordNameZoneWideShare, zoneID: place.zoneID)
    let share = try await place.database.record(for: shareID) as? CKShare
    let guests = (share?.participants ?? []).filter { $0.role != .owner }.map { guest in
      let status = guest.acceptanceStatus == .accepted ? "accepted" : "pending"
      let right = guest.permission == .readWrite ? "readWrite" : "readOnly"
      return "\(status) \(right)" + (guest.userIdentity.hasiCloudAccount ? "" : ", no account")
    }
    return guests.isEmpty ? "nobody" : guests.joined(separator: "; ")
  }

  private static let inviting: [Row] = [
    row(
      "addParticipant, without an account", .asynchronous, .saved,
      "pending readOnly, no account; pending readWrite, no account"
    ) { place in
      let writer = try await place.container.shareParticipant(forPhoneNumber: number)
      writer.permission = .readWrite
      _ = try await share(place, with: [try await person(place), writer])
      return try await guests(place)
    },
    row(
      "addParticipant twice, without an account", .asynchronous, .saved,
      "pending readWrite, no account"
    ) { place in
      let share = try await share(place, with: [try await person(place)])
      let again = try await place.container.shareParticipant(
        forEmailAddress: SharingRows.address(place).uppercased())
      again.permission = .readWrite
      share.addParticipant(again)
      try await place.database.save(share)
      return try await guests(place)
    },
    row("removeParticipant, without an account", .asynchronous, .saved, "nobody") { place in
      let share = try await share(place, with: [try await person(place)])
      share.removeParticipant(try await person(place))
      try await place.database.save(share)
      return try await guests(place)
    },
  ]

  // MARK: - Signing up

  private static let signingUp: [Row] = [
    row("shareMetadata(for:) after signing up", .asynchronous, .saved, "Notes pending") { place in
      let share = CKShare(recordZoneID: place.zoneID)
      share[CKShare.SystemFieldKey.title] = "Notes"
      share.addParticipant(try await person(place))
      try await place.database.save(share)
      guard let url = share.url else { return "no link" }
      let other = try await place.fixture.container(of: place.other)
      return SharingRows.words(try await other.shareMetadata(for: url))
    },
    row("accept(metadata) after signing up", .asynchronous, .saved, "accepted readWrite") { place in
      let person = try await person(place)
      person.permission = .readWrite
      let share = try await share(place, with: [person])
      guard let url = share.url else { return "no link" }
      let other = try await place.fixture.container(of: place.other)
      try await other.accept(try await other.shareMetadata(for: url))
      return try await guests(place)
    },
    row(
      "addParticipant after signing up", .asynchronous, .saved, "pending readWrite"
    ) { place in
      let share = try await share(place, with: [try await person(place)])
      _ = try await place.fixture.container(of: place.other)
      let now = try await person(place)
      now.permission = .readWrite
      share.addParticipant(now)
      try await place.database.save(share)
      return try await guests(place)
    },
  ]

  // MARK: - How many

  private static func crowd(_ count: Int, _ place: Place) async throws -> String {
    let addresses = (1...count).map { "guest\($0)-\(place.me)@example.com" }
    let found = try await place.container.shareParticipants(forEmailAddresses: addresses)
    let share = try await share(place, with: try found.values.map { try $0.get() })
    return "\(share.participants.count)"
  }

  private static let limit: [Row] = [
    row("save(CKShare) of 100 participants", .asynchronous, .saved, "100") {
      try await crowd(99, $0)
    },
    row("save(CKShare) of 101 participants", .asynchronous, .saved, "!tooManyParticipants") {
      try await crowd(100, $0)
    },
  ]
}
