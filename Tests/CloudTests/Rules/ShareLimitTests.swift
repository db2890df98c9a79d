import CloudCore
import CloudModel
import CloudRules
import Testing

/// The number of people whom a share takes.
@Suite struct ShareLimitTests {
  @Test func `a share takes a hundred people, its owner among them`() throws {
    let world = try RulesWorld()
    let names = (1...CloudLimits.participantsPerShare).map { "guest\($0)" }
    for name in names { _ = try world.accounts.createAccount(named: name) }
    #expect(code(world.modify(share(of: names, in: world))) == .tooManyParticipants)
    let saved = try world.modify(share(of: Array(names.dropLast()), in: world)).get()
    #expect(saved?.share?.participants.count == CloudLimits.participantsPerShare)
  }

  @Test func `a share that names nobody and no permission keeps what it has`() throws {
    let world = try RulesWorld()
    _ = try world.accounts.createAccount(named: "bob")
    _ = try world.modify(share(of: ["bob"], in: world)).get()
    var title = Record(
      recordType: Share.recordType, recordID: .zoneWideShare(in: world.recordID.zoneID))
    title["cloudkit.title"] = .string("New")
    let saved = try world.modify(
      RecordModification(
        .save(title, .forceUpdate), omittedShareKeys: [.participants, .publicPermission])
    ).get()
    #expect(saved?.share?.participants.map(\.identity.givenName) == ["alice", "bob"])
  }

  @Test func `an environment learns so many record types, also in one request`() throws {
    let world = try RulesWorld()
    func save(_ numbers: Range<Int>) throws -> [CloudError.Code?] {
      try world.service.modifyRecords(
        numbers.map { number in
          let recordID = RecordID(recordName: "r\(number)", zoneID: world.zoneID)
          return RecordModification(
            .save(Record(recordType: "T\(number)", recordID: recordID), .create))
        }, atomically: false, by: world.caller, in: .private
      ).map { code($0.result) }
    }
    for start in stride(from: 1, to: CloudLimits.learnedRecordTypes - 100, by: 100) {
      #expect(try save(start..<start + 100).allSatisfy { $0 == nil })
    }
    let last = try save(CloudLimits.learnedRecordTypes - 99..<CloudLimits.learnedRecordTypes + 101)
    let learned = last.count { $0 == nil }
    #expect((90...100).contains(learned))
    #expect(last.dropFirst(learned).allSatisfy { $0 == .limitExceeded })
    #expect(try save(1..<2) == [.serverRecordChanged])
  }

  private func share(of names: [String], in world: RulesWorld) -> RecordModification {
    let participants = names.map {
      Participant(identity: UserIdentity(userRecordName: nil, lookupName: $0))
    }
    return RecordModification(
      .save(
        Record(
          recordType: Share.recordType, recordID: .zoneWideShare(in: world.recordID.zoneID),
          share: Share(participants: participants)), .forceReplace))
  }
}
