import CloudModel
import Testing

/// The limit that the owner of a zone sets for each member.
@Suite struct MemberLimitConformanceTests {
  private static let text = String(repeating: "x", count: 1000)

  /// Saves a thousand bytes; the error with which they are refused, nil where they are not.
  private static func save(
    _ name: String, _ text: String = text, in chat: SharedChat, by user: any CloudContainer
  ) async throws -> CloudError? {
    let result = try await chat.save(chat.message(name, text), by: user, .allKeys)
    guard case .failure(let error) = result else { return nil }
    return error
  }

  @Test(arguments: CloudKind.allCases)
  func `each member stores up to the limit, and the owner more`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob")
      let carol = try await chat.join("carol")
      let limited = try await chat.alice.limitMembers(ofZone: "chat", to: 2500)
      #expect(limited.zones.first?.memberBytes == 2500)
      for name in ["a1", "a2", "a3"] {
        #expect(try await Self.save(name, in: chat, by: chat.alice) == nil)
      }
      for name in ["b1", "b2"] { #expect(try await Self.save(name, in: chat, by: bob) == nil) }
      let refused = try #require(try await Self.save("b3", in: chat, by: bob))
      #expect(refused.code == .quotaExceeded && refused.memberBytes == 2500)
      // What makes nothing larger is always allowed, and another member has room of their own.
      #expect(try await Self.save("b2", Self.text, in: chat, by: bob) == nil)
      #expect(try await Self.save("c1", in: chat, by: carol) == nil)
      try await chat.delete("b1", by: bob).get()
      #expect(try await Self.save("b3", in: chat, by: bob) == nil)
      let zone = try #require(try await chat.alice.storage(inZone: "chat").zones.first)
      #expect(zone.memberBytes == 2500)
      let written = zone.writers?.first { $0.userRecordName == bob.userRecordName }?.bytes
      #expect(written.map { (2000...2500).contains($0) } == true)
      let free = try await chat.alice.limitMembers(ofZone: "chat", to: nil)
      #expect(free.zones.first?.memberBytes == nil)
      for name in ["b4", "b5"] { #expect(try await Self.save(name, in: chat, by: bob) == nil) }
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `to empty somebody else's record gives a member no room`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob")
      #expect(try await Self.save("a1", in: chat, by: chat.alice) == nil)
      _ = try await chat.alice.limitMembers(ofZone: "chat", to: 2500)
      for name in ["b1", "b2"] { #expect(try await Self.save(name, in: chat, by: bob) == nil) }
      let (small, large) = (chat.message("a1", ""), chat.message("b3", Self.text))
      let results = try await chat.database(of: bob).modifyRecords(
        saving: [small, large], deleting: [], savePolicy: .allKeys, atomically: false)
      _ = try results.saveResults[small.recordID]?.get()
      #expect(throws: CloudError.self) { try results.saveResults[large.recordID]?.get() }
      // A record of the owner's grows by what the member has left, and no further.
      #expect(try await Self.save("a1", in: chat, by: bob)?.memberBytes == 2500)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `only the owner sets the limit, and sees it`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob")
      for zone in ["chat", "none"] {
        let error = await #expect(throws: CloudError.self) {
          try await bob.limitMembers(ofZone: zone, to: 10)
        }
        #expect(error?.code == .zoneNotFound)
      }
      let error = await #expect(throws: CloudError.self) {
        try await chat.alice.limitMembers(ofZone: "chat", to: -1)
      }
      #expect(error?.code == .invalidArguments)
      #expect(try await chat.alice.storage(inZone: "chat").zones.first?.memberBytes == nil)
    }
  }
}
