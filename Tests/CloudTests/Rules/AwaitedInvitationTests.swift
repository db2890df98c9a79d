import CloudCore
import CloudModel
import CloudRules
import Testing

/// Invitations under an address that nobody has yet, or under a phone number.
@Suite struct AwaitedInvitationTests {
  private func guest(
    _ name: String? = nil, phone: String? = nil, permission: Participant.Permission = .readWrite
  ) -> Participant {
    var identity = UserIdentity(userRecordName: nil, lookupName: name)
    identity.phoneNumber = phone
    return Participant(identity: identity, permission: permission)
  }

  @discardableResult
  private func share(
    _ world: RulesWorld, _ edit: (inout Share) -> Void
  ) -> Result<Record?, CloudError> {
    let recordID = RecordID.zoneWideShare(in: world.zoneID)
    let stored = try? world.service.records(
      for: [(recordID, nil)], by: world.caller, in: .private
    ).first?.result.get()  // There is none at first.
    var record =
      stored ?? Record(recordType: Share.recordType, recordID: recordID, share: Share())
    var share = record.share ?? Share()
    edit(&share)
    record.share = share
    return world.modify(RecordModification(.save(record, .forceReplace)))
  }

  private func people(_ world: RulesWorld) throws -> [String] {
    let share = try share(world) { _ in }.get()?.share
    return (share?.participants ?? []).map { participant in
      let identity = participant.identity
      let name = identity.givenName ?? identity.lookupName ?? "?"
      return "\(name) \(participant.acceptanceStatus.rawValue) \(participant.permission.rawValue)"
    }
  }

  private func signUp(_ world: RulesWorld, _ name: String, _ address: String?) async throws
    -> Caller
  {
    var request = AccountRequest(name: name)
    request.emailAddress = address
    let proven = try await world.accounts.createAccount(request, proof: .socket)
    return Caller(userRecordName: proven.account.userRecordName)
  }

  @Test func `a person invited under an address finds the invitation after signing up with it`()
    async throws
  {
    let world = try RulesWorld()
    share(world) { $0.participants.append(guest("Bob@Example.com")) }
    #expect(
      try people(world) == ["alice ACCEPTED READ_WRITE", "bob@example.com INVITED READ_WRITE"])
    let other = try await signUp(world, "other", "other@example.com")
    #expect(try world.service.pendingInvitations(for: other).isEmpty)
    let bob = try await signUp(world, "bob", "BOB@example.com")
    let invitation = try #require(try world.service.pendingInvitations(for: bob).first)
    #expect(invitation.participantStatus == .pending)
    let uninvited = #expect(throws: CloudError.self) {
      try world.service.accept([.init(shortGUID: invitation.shortGUID)], by: other)
    }
    #expect(uninvited?.code == .permissionFailure)
    _ = try world.service.accept([.init(shortGUID: invitation.shortGUID)], by: bob)
    #expect(try people(world) == ["alice ACCEPTED READ_WRITE", "bob ACCEPTED READ_WRITE"])
    #expect(try world.service.zones(of: bob, in: .shared).map(\.zoneID) == [world.zoneID])
  }

  @Test func `a first address finds invitations, a later one does not`() async throws {
    let world = try RulesWorld()
    share(world) { share in
      share.participants += ["first@example.com", "second@example.com"].map { guest($0) }
    }
    let mallory = try await signUp(world, "mallory", nil)
    func change(_ address: String) throws {
      _ = try world.accounts.change(
        .init(emailAddress: address), of: mallory.userRecordName)
    }
    try change("first@example.com")
    #expect(try world.service.pendingInvitations(for: mallory).count == 1)
    try world.service.decline(
      shortGUIDs: try world.service.pendingInvitations(for: mallory).map(\.shortGUID), by: mallory)
    try change("second@example.com")
    #expect(try world.service.pendingInvitations(for: mallory).isEmpty)
    #expect(
      try people(world).last?.hasPrefix("mallory INVITED") == true,
      "The owner's own save names the account that has the address now.")
  }

  @Test(arguments: ["+49 (171) 123-45.67", "0171/1234567"])
  func `a phone number waits, in one spelling`(number: String) throws {
    let world = try RulesWorld()
    share(world) { $0.participants.append(guest(phone: number)) }
    let plain = number.filter { $0 == "+" || $0.isNumber }
    let saved = try share(world) { $0.participants.append(guest(phone: plain)) }.get()
    #expect(saved?.share?.participants.map(\.identity.phoneNumber) == [nil, plain])
  }

  @Test(arguments: ["nobody", "a@", "@b", "a@b@c", "a\u{0}@b.c", "a b@c", "a\u{202E}@b.c", ""])
  func `a name that is neither an account nor an address is refused`(name: String) throws {
    let world = try RulesWorld()
    let outcome = share(world) { $0.participants.append(guest(name)) }
    #expect(code(outcome) == .invalidArguments)
    #expect(code(share(world) { $0.participants.append(guest(phone: name)) }) == .invalidArguments)
  }

  @Test func `an awaited participant keeps the place, is made a reader, and is taken out`()
    async throws
  {
    let world = try RulesWorld()
    share(world) { $0.participants.append(guest("bob@example.com")) }
    let before = try share(world) { $0.participants[1].permission = .readOnly }.get()?.share
    #expect(before?.participants.last?.permission == .readOnly)
    let bob = try await signUp(world, "bob", "bob@example.com")
    // As an owner saves it who has not heard of the account.
    let after = try share(world) { $0.participants = before?.participants ?? [] }.get()?.share
    #expect(after?.participants.map(\.participantID) == before?.participants.map(\.participantID))
    #expect(after?.participants.last?.identity.userRecordName == bob.userRecordName)
    share(world) { $0.participants = [] }
    #expect(try world.service.pendingInvitations(for: bob).isEmpty)
    share(world) { $0.participants.append(guest("carol@example.com")) }
    share(world) { $0.publicPermission = .readOnly }
    #expect(try people(world) == ["alice ACCEPTED READ_WRITE"])
  }

  @Test func `so many invitations wait for one person, from one owner and from all`() throws {
    let world = try RulesWorld()
    _ = try world.accounts.createAccount(named: "bob")
    for name in ["bob", "stranger@example.com"] {
      var refusals: [CloudError.Code?] = []
      var invited = 0
      var owner = 0
      while invited < CloudLimits.waitingInvitations {
        owner += 1
        let caller = try owned(by: "owner\(name.prefix(1))\(owner)", world)
        for number in 0...CloudLimits.waitingInvitationsFromOneOwner {
          let outcome = try invite(name, to: "Z\(number)", of: caller, world)
          if outcome == nil { invited += 1 } else { refusals.append(outcome) }
        }
      }
      #expect(refusals == Array(repeating: .limitExceeded, count: owner))
      #expect(owner == 10)
      #expect(try invite(name, to: "Z", of: world.caller, world) == .limitExceeded)
    }
  }

  @Test func `the invitations of one request count as well`() throws {
    let world = try RulesWorld()
    _ = try world.accounts.createAccount(named: "bob")
    let modifications = (0..<CloudLimits.waitingInvitationsFromOneOwner + 20).flatMap { number in
      let root = Record(
        recordType: "T", recordID: RecordID(recordName: "r\(number)", zoneID: world.zoneID))
      var share = Share(participants: [guest("bob")])
      share.rootRecordName = "r\(number)"
      let record = Record(
        recordType: Share.recordType,
        recordID: RecordID(recordName: "s\(number)", zoneID: world.zoneID), share: share)
      return [root, record].map { RecordModification(.save($0, .create)) }
    }
    let outcomes = try world.service.modifyRecords(
      modifications, atomically: false, by: world.caller, in: .private)
    let invited = outcomes.count {
      (try? $0.result.get())??.recordType == Share.recordType  // The others were refused.
    }
    #expect(invited <= CloudLimits.waitingInvitationsFromOneOwner)
  }

  private func owned(by name: String, _ world: RulesWorld) throws -> Caller {
    Caller(
      userRecordName: try world.accounts.createAccount(named: name).userRecordName, isNative: true)
  }

  /// Shares a zone of the caller's with somebody; what it was refused with.
  private func invite(
    _ name: String, to zoneName: String, of caller: Caller, _ world: RulesWorld
  ) throws -> CloudError.Code? {
    let zoneID = RecordZoneID(zoneName: zoneName, ownerName: caller.userRecordName)
    _ = try world.service.modifyZones([.create(zoneID)], by: caller, in: .private)
    let record = Record(
      recordType: Share.recordType, recordID: .zoneWideShare(in: zoneID),
      share: Share(participants: [guest(name)]))
    let outcome = try world.service.modifyRecords(
      [RecordModification(.save(record, .create))], atomically: nil, by: caller, in: .private
    ).first?.result
    return code(outcome)
  }
}
