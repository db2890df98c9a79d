import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport
import Testing

/// What is unread on a device of somebody who has others.
@Suite(.timeLimit(.minutes(1)))
struct NewDeviceTests {
  private let foreign = ForeignChat()

  /// The texts of the unread messages, in the order of the chat, counted in each way that there is.
  private func unread(_ device: Device, _ zoneName: String) async throws -> [String] {
    let chat = try await device.chat(zoneName: zoneName)
    let count = try await device.summary(of: chat).unreadCount
    guard let unread = try await device.repository.unread(in: chat) else {
      #expect(count == 0)
      return []
    }
    let request = MessageWindow.Request(place: .around(unread.first), unread: unread.range)
    let window = try await firstValue(of: device.repository.window(in: chat, request)) { _ in
      true
    }
    #expect(window.unread?.count == count)
    #expect(window.unread == window.unseen)
    let behind = try await device.messages(in: chat).filter { message in
      !message.isOwn && !message.isDeleted && message.cursor >= unread.first
        && message.id.rawValue > unread.range.after?.rawValue ?? 0
    }
    #expect(behind.count == count)
    return behind.map(\.text)
  }

  private func numbers(_ range: ClosedRange<Int>) -> [String] { range.map { "number \($0)" } }

  @Test func `a new device shows as unread what the others do, and counts down like them`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let chat = try await SharedChat.make(owner: alice, guests: [])
      for text in numbers(1...3) { try await alice.repository.send(text, to: chat.ownerChat) }
      await alice.sync()
      let link = try await alice.sharing.invite(
        ["bob"], to: chat.ownerChat, permission: .readWrite)
      let bobs = try await bob.sharing.join(link)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await unread(bob, chat.zoneName) == [], "what was there when he joined")
      // More than the newest ones that come before all others.
      for text in numbers(4...130) { try await alice.repository.send(text, to: chat.ownerChat) }
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await unread(bob, chat.zoneName) == numbers(4...130))

      let tablet = try world.device(of: "bob", named: "tablet")
      try await world.syncUntilQuiet([tablet])
      #expect(try await unread(tablet, chat.zoneName) == numbers(4...130), "nobody has read them")

      let messages = try await bob.messages(in: bobs)
      let newest = try await bob.repository.newestArrival(in: bobs)
      try await bob.repository.markSeen(bobs, downTo: messages[29].cursor, through: newest)
      #expect(try await unread(bob, chat.zoneName) == numbers(31...130))
      // Its record comes last now.
      let early = try await alice.messages(in: chat.ownerChat)[9]
      try await alice.repository.edit(early.id, to: "number ten")
      try await world.syncUntilQuiet([alice, bob, tablet])
      #expect(try await unread(tablet, chat.zoneName) == numbers(31...130))

      let phone = try world.device(of: "bob", named: "phone")
      try await world.syncUntilQuiet([phone])
      #expect(try await unread(phone, chat.zoneName) == numbers(31...130))
      #expect(try await phone.repository.search("number ten").count == 1)
      #expect(try await phone.repository.search("130").count == 1)
      #expect(try await bob.repository.search("130").count == 1)

      // Read on the new device, down to a place.
      let there = try await phone.chat(zoneName: chat.zoneName)
      let shown = try await phone.messages(in: there)
      let arrived = try await phone.repository.newestArrival(in: there)
      try await phone.repository.markSeen(there, downTo: shown[99].cursor, through: arrived)
      #expect(try await unread(phone, chat.zoneName) == numbers(101...130))
      try await world.syncUntilQuiet([phone, bob, tablet, alice])
      #expect(try await unread(bob, chat.zoneName) == numbers(101...130))
      #expect(try await unread(tablet, chat.zoneName) == numbers(101...130))
    }
  }

  @Test
  func `in a chat of one's own everything that others have written is unread until it is read`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let bobs = try await chat.id(on: bob)
      for text in numbers(1...5) { try await bob.repository.send(text, to: bobs) }
      try await alice.repository.send("mine", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let phone = try world.device(of: "alice", named: "phone")
      try await world.syncUntilQuiet([phone])
      #expect(try await unread(phone, chat.zoneName) == numbers(1...5))
      _ = try await phone.repository.markAllRead()
      try await world.syncUntilQuiet([phone, alice, bob])
      #expect(try await unread(alice, chat.zoneName) == [])
    }
  }

  @Test func `who is back in a chat finds nothing of what was said before unread, on any device`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      try await alice.repository.send("one", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      try await bob.repository.leave(chat.id(on: bob))
      try await world.syncUntilQuiet([alice, bob])
      try await alice.repository.send("two", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice])
      let link = try await alice.sharing.invite(
        ["bob"], to: chat.ownerChat, permission: .readWrite)
      _ = try await bob.sharing.join(link)
      try await world.syncUntilQuiet([alice, bob])
      try await alice.repository.send("three", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await unread(bob, chat.zoneName) == ["three"])
      let phone = try world.device(of: "bob", named: "phone")
      try await world.syncUntilQuiet([phone])
      #expect(try await unread(phone, chat.zoneName) == ["three"])
    }
  }

  /// The parts of a chat as they come to a new device.
  enum Part { case mark, newest, middle, oldest }

  static let orders: [[Part]] = [
    [.mark, .newest, .middle, .oldest], [.newest, .middle, .oldest, .mark],
    [.newest, .mark, .oldest, .middle], [.oldest, .middle, .newest, .mark],
  ]

  @Test(arguments: orders)
  func `the order in which a first fetch brings messages and the mark makes no difference`(
    parts: [Part]
  ) async throws {
    try await withLoneDevice { phone in
      let me = phone.account.userRecordName
      func messages(_ range: ClosedRange<Int>) -> [Record] {
        range.map { foreign.message("m\($0)", "number \($0)", at: Int64($0)) }
      }
      try await phone.replica.apply(.naming(foreign.zoneID, token: "d1"), in: .shared)
      try await foreign.apply(
        foreign.page(
          [foreign.session("Foreign"), foreign.share(of: me, permission: .readWrite)], token: "z0",
          moreComing: true), to: phone)
      let chat = try await phone.chat(zoneName: foreign.zoneID.zoneName)
      for (place, part) in parts.enumerated() {
        #expect(try await phone.summary(of: chat).isInFirstFetch)
        #expect(try await phone.summary(of: chat).unreadCount == 0)
        // Nobody can have seen anything, whatever a window says.
        let newest = try await phone.repository.newestArrival(in: chat)
        try await phone.repository.markSeen(chat, through: newest)
        #expect(
          try await phone.repository.arrivals(after: MessageID(rawValue: 0), in: nil, limit: 9)
            .isEmpty)
        let records =
          switch part {
          case .mark: [foreign.readMark("m4", by: me), foreign.readMark("m2", by: me)]
          case .newest: messages(7...9)
          case .middle: messages(4...6)
          case .oldest: messages(1...3)
          }
        try await foreign.apply(
          foreign.page(records, token: "z\(place + 1)", moreComing: place < 3), to: phone)
      }
      #expect(try await unread(phone, foreign.zoneID.zoneName) == numbers(5...9))
      let arrivals = try await phone.repository.arrivals(
        after: MessageID(rawValue: 9), in: nil, limit: 9)
      #expect(arrivals.map(\.message.text) == numbers(5...9), "in the order of the chat")
      #expect(try await phone.number("SELECT count(*) FROM outbox") == 0, "nothing is told")
      let texts = try await phone.messages(in: chat).map(\.text)
      #expect(texts == numbers(1...9))
    }
  }

  @Test func `earlier texts and files on their way stay with a message that arrives once more`()
    async throws
  {
    try await withLoneDevice { phone in
      let me = phone.account.userRecordName
      try await phone.replica.apply(.naming(foreign.zoneID, token: "d1"), in: .shared)
      let first = foreign.message("m1", "one", at: 1)
      try await foreign.apply(
        foreign.page(
          [
            foreign.session("Foreign"), foreign.share(of: me, permission: .readWrite), first,
          ], token: "z1", moreComing: true), to: phone)
      let chat = try await phone.chat(zoneName: foreign.zoneID.zoneName)
      #expect(try await phone.repository.search("one").count == 1)
      var edited = foreign.message("m1", "uno", at: 1, tag: "2")
      edited["revision"] = .int64(1)
      edited["editedAt"] = .date(Date(millisecondsSince1970: 5))
      edited.lastModifiedUserRecordName = "_owner"
      try await foreign.apply(foreign.page([edited], token: "z2"), to: phone)
      let message = try #require(try await phone.messages(in: chat).first)
      #expect(message.id.rawValue > 1)
      #expect(try await phone.repository.editHistory(of: message.id).map(\.text) == ["one"])
      #expect(try await phone.repository.search("one").isEmpty)
      #expect(try await phone.repository.search("uno").map(\.message.id) == [message.id])
      // A number is given once.
      try await foreign.apply(
        foreign.page([foreign.message("m2", "two", at: 2)], token: "z3"), to: phone)
      let ids = try await phone.messages(in: chat).map(\.id.rawValue)
      #expect(ids.count == 2 && ids[0] == message.id.rawValue && ids[1] > ids[0])
    }
  }

  @Test
  func `where it becomes known late when the account has joined, older messages are read then`()
    async throws
  {
    try await withLoneDevice { phone in
      let me = phone.account.userRecordName
      let times: [Int64] = [3, 1, 2, 5, 4]
      let chat = try await foreign.bring(
        to: phone, times.map { foreign.message("m\($0)", "number \($0)", at: $0) })
      #expect(try await unread(phone, foreign.zoneID.zoneName) == numbers(1...5))
      let settingsZone = SettingsZone.id(of: me)
      var settings = ChatSettingsRecord(of: foreign.zoneID)
      settings.left.confirm(0, at: Date(millisecondsSince1970: 3))
      var record = settings.record(in: settingsZone)
      record.recordChangeTag = "1"
      record.creatorUserRecordName = me
      try await phone.replica.apply(.naming(settingsZone, token: "d1"), in: .private)
      let position = try #require(try await phone.replica.position(in: settingsZone))
      _ = try await phone.replica.apply(
        foreign.page([record], token: "s1"), in: settingsZone, from: position)
      #expect(try await unread(phone, foreign.zoneID.zoneName) == numbers(4...5))
      #expect(try await phone.summary(of: chat).unreadCount == 2)
    }
  }

  @Test func `another device's mark hides nothing that stands behind it, whatever came first`()
    async throws
  {
    try await withLoneDevice { laptop in
      let chat = try await foreign.bring(to: laptop)
      // An old message that was changed comes behind the newer ones.
      let times: [Int64] = [1, 3, 4, 2]
      try await foreign.apply(
        foreign.page(
          times.map { foreign.message("m\($0)", "number \($0)", at: $0) }, token: "z2"), to: laptop)
      let mark = foreign.readMark("m2", by: laptop.account.userRecordName)
      try await foreign.apply(foreign.page([mark], token: "z3"), to: laptop)
      let unread = try await unread(laptop, foreign.zoneID.zoneName)
      #expect(unread.contains("number 3") && unread.contains("number 4"))
      #expect(!unread.contains("number 1"))
      #expect(try await laptop.summary(of: chat).unreadCount == 3)
    }
  }
}
