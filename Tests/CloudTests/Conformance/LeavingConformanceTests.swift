import CloudModel
import Testing

/// The ends of sharing: what every cloud does, whatever it is reached by.
@Suite struct LeavingConformanceTests {
  enum Departure: String, CaseIterable, Sendable {
    case participantDeletesTheShare, participantDeletesTheZone
    case ownerRemovesTheParticipant, ownerDeletesTheShare, ownerDeletesTheZone
  }

  @Test(arguments: CloudKind.allCases, Departure.allCases)
  func `a person who has left or was removed sees the zone deleted and nothing of it any more`(
    kind: CloudKind, departure: Departure
  ) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob", .readOnly)
      let carol = try await chat.join("carol")
      try await chat.store(chat.message("m1", "one"), by: chat.alice)
      let token = try await chat.databaseChanges(for: bob).token
      try await perform(departure, chat, bob)
      #expect(try await chat.databaseChanges(for: bob, since: token).zones == ["-chat"])
      #expect(try await bob.database(with: .shared).allRecordZones() == [])
      let gone = await #expect(throws: CloudError.self) { try await chat.changes(for: bob) }
      #expect(gone?.code == .zoneNotFound)
      let carolStays: Bool
      let aliceKeepsZone: Bool
      switch departure {
      case .participantDeletesTheShare, .participantDeletesTheZone, .ownerRemovesTheParticipant:
        (carolStays, aliceKeepsZone) = (true, true)
      case .ownerDeletesTheShare: (carolStays, aliceKeepsZone) = (false, true)
      case .ownerDeletesTheZone: (carolStays, aliceKeepsZone) = (false, false)
      }
      #expect(
        try await chat.databaseChanges(for: carol).zones == [carolStays ? "chat" : "-chat"])
      #expect(
        try await chat.databaseChanges(for: chat.alice).zones
          == [aliceKeepsZone ? "chat" : "-chat"])
      guard aliceKeepsZone else { return }
      #expect(try await chat.changes(for: chat.alice).lines.first == "m1 one")
      let names = try await chat.share()?.share?.participants.map(\.identity.givenName)
      #expect(names == (carolStays ? ["alice", "carol"] : nil))
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a share that ended and began again has the old link and no old people`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob")
      let before = try await chat.share()?.share?.shortGUID
      _ = try await chat.delete(RecordID.zoneWideShareName, by: chat.alice)
      #expect(
        try await chat.changes(for: chat.alice).lines == ["cloudkit.zoneshare deleted"])
      let shortGUID = try await chat.editShare { _ in }
      #expect(shortGUID == before)
      #expect(try await chat.share()?.share?.participants.count == 1)
      try await chat.invite("bob")
      _ = try await bob.accept(shortGUID: shortGUID)
      #expect(try await chat.databaseChanges(for: bob).zones == ["chat"])
    }
  }

  private func perform(
    _ departure: Departure, _ chat: SharedChat, _ bob: any CloudContainer
  ) async throws {
    switch departure {
    case .participantDeletesTheShare:
      try await chat.delete(RecordID.zoneWideShareName, by: bob).get()
    case .participantDeletesTheZone:
      _ = try await chat.database(of: bob).modifyRecordZones(
        saving: [], deleting: [chat.zoneID])
    case .ownerRemovesTheParticipant:
      try await chat.editShare { share in
        share.participants.removeAll { $0.identity.userRecordName == bob.userRecordName }
      }
    case .ownerDeletesTheShare:
      try await chat.delete(RecordID.zoneWideShareName, by: chat.alice).get()
    case .ownerDeletesTheZone:
      _ = try await chat.database(of: chat.alice).modifyRecordZones(
        saving: [], deleting: [chat.zoneID])
    }
  }
}
