import CloudModel
import Testing

/// Joining a shared zone and working in it: what every cloud does, whatever it is reached by.
@Suite struct SharingConformanceTests {
  @Test(arguments: CloudKind.allCases)
  func `an invited user sees nothing before accepting and everything after`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      try await chat.store(chat.message("m1", "one"), by: chat.alice)
      let bob = try await chat.cloud.signUp("bob")
      let shortGUID = try await chat.invite("bob")
      #expect(shortGUID.count >= 22)
      #expect(try await chat.databaseChanges(for: bob).zones == [])
      let early = await #expect(throws: CloudError.self) { try await chat.changes(for: bob) }
      #expect(early?.code == .zoneNotFound)
      let invitations = try await bob.pendingInvitations()
      #expect(invitations == [try await bob.shareMetadata(forShortGUID: shortGUID)])
      #expect(invitations.first?.title == "Chat")
      #expect(invitations.first?.participantStatus == .pending)
      let metadata = try await bob.accept(shortGUID: shortGUID)
      #expect(metadata.participantStatus == .accepted)
      #expect(metadata.zoneID == chat.zoneID)
      #expect(metadata.ownerIdentity.givenName == "alice")
      #expect(try await bob.pendingInvitations() == [])
      #expect(try await chat.databaseChanges(for: bob).zones == ["chat"])
      #expect(
        try await chat.changes(for: bob).lines == ["m1 one", "cloudkit.zoneshare -"])
      #expect(try await bob.database(with: .shared).allRecordZones().map(\.zoneID) == [chat.zoneID])
      let privately = try await bob.database(with: .private).records(
        for: [chat.message("m1", "").recordID], desiredKeys: nil)
      #expect(privately.values.map { code($0) } == [.zoneNotFound])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `accepting moves the share to the end of the feed, once`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.cloud.signUp("bob")
      let shortGUID = try await chat.invite("bob")
      let before = try await chat.changes(for: chat.alice)
      let tag = try await chat.share()?.recordChangeTag
      _ = try await bob.accept(shortGUID: shortGUID)
      let after = try await chat.changes(for: chat.alice, since: before.token)
      #expect(after.lines == ["cloudkit.zoneshare -"])
      #expect(try await chat.share()?.recordChangeTag != tag)
      _ = try await bob.accept(shortGUID: shortGUID)
      #expect(try await chat.changes(for: chat.alice).token == after.token)
      let own = try await chat.alice.accept(shortGUID: shortGUID)
      #expect(own.participantRole == .owner)
      #expect(try await chat.changes(for: chat.alice).token == after.token)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a share says who takes part and who is reading it`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob", .readOnly)
      let carol = try await chat.cloud.signUp("carol")
      let shortGUID = try await chat.invite("CAROL")
      for (reader, name) in [(chat.alice, "alice"), (bob, "bob")] {
        let share = try #require(try await chat.share(for: reader)?.share)
        let picture = share.participants.map {
          "\($0.identity.givenName ?? "") \($0.role.rawValue) \($0.permission.rawValue) "
            + $0.acceptanceStatus.rawValue
        }
        #expect(
          picture == [
            "alice OWNER READ_WRITE ACCEPTED", "bob USER READ_ONLY ACCEPTED",
            "carol USER READ_WRITE INVITED",
          ])
        #expect(share.shortGUID == shortGUID)
        let reading = share.participants.first {
          $0.participantID == share.currentUserParticipantID
        }
        #expect(reading?.identity.givenName == name)
      }
      #expect(
        try await carol.userIdentity(forAccountName: "Bob").userRecordName == bob.userRecordName)
      let unknown = await #expect(throws: CloudError.self) {
        try await carol.userIdentity(forAccountName: "no/body?")
      }
      #expect(unknown?.code == .unknownItem)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `writers write in their own name, readers do not write`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob")
      let carol = try await chat.join("carol", .readOnly)
      let own = try await chat.store(chat.message("m1", "from alice"), by: chat.alice)
      let edit = try await chat.store(
        chat.message("m1", "from bob", tag: own.recordChangeTag), by: bob)
      #expect(edit.creatorUserRecordName == chat.alice.userRecordName)
      #expect(edit.lastModifiedUserRecordName == bob.userRecordName)
      let new = try await chat.store(chat.message("m2", "from bob"), by: bob)
      #expect(new.creatorUserRecordName == bob.userRecordName)
      #expect(
        code(try await chat.save(chat.message("m3", "from carol"), by: carol))
          == .permissionFailure)
      #expect(code(try await chat.delete("m1", by: carol)) == .permissionFailure)
      #expect(try await chat.changes(for: carol).lines.suffix(2) == ["m1 from bob", "m2 from bob"])
      let share = try #require(try await chat.share(for: bob))
      #expect(code(try await chat.save(share, by: bob)) == .permissionFailure)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a link is worth nothing to the uninvited`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let shortGUID = try await chat.editShare { _ in }
      let mallory = try await chat.cloud.signUp("mallory")
      let resolved = await #expect(throws: CloudError.self) {
        try await mallory.shareMetadata(forShortGUID: shortGUID)
      }
      let invented = await #expect(throws: CloudError.self) {
        try await mallory.shareMetadata(forShortGUID: "invented")
      }
      #expect(resolved?.code == .unknownItem)
      #expect(resolved == invented)
      let accepted = await #expect(throws: CloudError.self) {
        try await mallory.accept(shortGUID: shortGUID)
      }
      #expect(accepted?.code == .permissionFailure)
      #expect(code(try await chat.save(chat.message("m1", "-"), by: mallory)) == .zoneNotFound)
      #expect(try await chat.alice.shareMetadata(forShortGUID: shortGUID).participantRole == .owner)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a link that awaits an address says so, until the invitation is taken back`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      let shortGUID = try await chat.editShare { share in
        let later = UserIdentity(userRecordName: nil, lookupName: "later@example.com")
        share.participants.append(Participant(identity: later))
      }
      let mallory = try await chat.cloud.signUp("mallory")
      func refusals() async -> [CloudError.Code?] {
        let resolved = await #expect(throws: CloudError.self) {
          try await mallory.shareMetadata(forShortGUID: shortGUID)
        }
        let accepted = await #expect(throws: CloudError.self) {
          try await mallory.accept(shortGUID: shortGUID)
        }
        return [resolved?.code, accepted?.code]
      }
      #expect(await refusals() == [.participantMayNeedVerification, .permissionFailure])
      try await chat.editShare { $0.participants.removeLast() }
      #expect(await refusals() == [.unknownItem, .permissionFailure])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `an open link lets anyone in until it is closed`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob")
      _ = try await chat.cloud.signUp("carol")
      try await chat.invite("carol")
      let shortGUID = try await chat.editShare { $0.publicPermission = .readOnly }
      #expect(
        try await chat.share()?.share?.participants.map(\.identity.givenName) == ["alice", "bob"])
      let dave = try await chat.cloud.signUp("dave")
      #expect(try await dave.shareMetadata(forShortGUID: shortGUID).participantRole == .publicUser)
      #expect(try await dave.accept(shortGUID: shortGUID).participantPermission == .readOnly)
      #expect(code(try await chat.save(chat.message("m1", "-"), by: dave)) == .permissionFailure)
      try await chat.editShare { $0.publicPermission = .readWrite }
      try await chat.store(chat.message("m1", "-"), by: dave)
      let edit = await #expect(throws: CloudError.self) { try await chat.invite("carol") }
      #expect(edit?.code == .invalidArguments)
      try await chat.editShare { $0.publicPermission = .none }
      #expect(try await chat.databaseChanges(for: dave).zones == ["-chat"])
      #expect(try await chat.databaseChanges(for: bob).zones == ["chat"])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `people whom nobody knows, or too many of them, are refused`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let unknown = await #expect(throws: CloudError.self) { try await chat.invite("nobody") }
      #expect(unknown == CloudError(.invalidArguments, "Unknown user: nobody"))
      #expect(try await chat.share() == nil)
      let second = Record(
        recordType: Share.recordType, recordID: .zoneWideShare(in: chat.zoneID), share: Share())
      try await chat.editShare { _ in }
      #expect(code(try await chat.save(second, by: chat.alice)) == .serverRecordChanged)
    }
  }
}
