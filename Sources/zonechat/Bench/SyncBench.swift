import ArgumentParser
import Bench
import ChatCore
import ChatModel
import CloudClient
import CloudModel
import CloudSync
import Composition
import Foundation

/// Sending what was written offline, and a new device's first sync.
struct SyncBench: Sendable {
  let home: TemporaryHome

  /// The chat of everybody.
  static let title = "Bench"
  /// A word that one message in a thousand has, and what stands behind it.
  static let rareWord = (searched: "zebra", shown: "crossing")
  /// A word that nearly every message has, and what stands behind it.
  static let commonWord = (searched: "history", shown: ", as long")

  func run(messages: Int, history: Int, chats: Int) async throws -> [Figure] {
    for name in ["alice", "bob"] { try home.shell.zonechat(name, "account", "create", name) }
    try home.shell.zonechat("alice", "new", Self.title)
    let link = try home.shell.zonechat("alice", "invite", Self.title, "bob")
    try home.shell.zonechat("bob", "join", link)
    try home.shell.zonechat("bob", "sync")
    var figures = try await send(messages)
    Output.note("Writing \(history) messages in \(chats) chats to the cloud …")
    try await fill(history, chats: chats)
    try home.shell.zonechat("laptop", "account", "sign-in", "alice")
    // Every chat has the same number of them.
    figures += try await catchUp(history / chats * chats + messages, newest: "Chat \(chats)")
    return figures
  }

  /// Messages that were written offline, until everyone has them.
  private func send(_ count: Int) async throws -> [Figure] {
    let clock = ContinuousClock()
    return try await Session.with(person("alice")) { alice in
      let chat = try await alice.repository.chat(matching: Self.title).id
      let texts = (1...count).map { "message \($0) of many, as long as people write them" }
      let writing = try await clock.measure {
        for part in stride(from: 0, to: count, by: 100) {
          _ = try await alice.repository.send(
            Array(texts[part..<min(part + 100, count)]), to: chat)
        }
      }
      return try await Session.with(person("bob")) { bob in
        let bobChat = try await bob.repository.chat(matching: Self.title).id
        let start = clock.now
        async let received = bob.whileSyncing {
          // The last message arrives after all others; otherwise the comparison below fails.
          for try await chats in bob.repository.chatSummaries()
          where chats.contains(where: { $0.lastMessage?.text == texts.last }) {
            let duration = start.duration(to: clock.now)
            return (
              try await bob.repository.page(in: bobChat, before: nil, limit: count + 1), duration
            )
          }
          return ([], .zero)
        }
        let status = try await alice.syncOnce(limit: .seconds(600))
        let sent = start.duration(to: clock.now)
        guard status == .upToDate else { throw Failure("Alice is not up to date: \(status).") }
        let (all, reception) = try await received
        guard all.map(\.text) == texts else {
          throw Failure("Bob has not every message once and in order.")
        }
        return [
          Figure("written offline", Double(count) / writing.seconds, "messages/s"),
          Figure("sent", Double(count) / sent.seconds, "messages/s"),
          Figure(
            "sent and received by another", Double(count) / reception.seconds, "messages/s",
            aim: .atLeast(12_000)),
        ]
      }
    }
  }

  /// Writes a history into the cloud as another client would, two hundred records a request.
  private func fill(_ count: Int, chats: Int) async throws {
    try await Session.with(person("alice")) { session in
      let user = session.credentials.userRecordName
      let database = session.container.database(with: .private)
      let start = Live.now().addingTimeInterval(-86_400)
      for chat in 1...chats {
        let zoneID = RecordZoneID(zoneName: "chat-bench-\(chat)", ownerName: user)
        _ = try await database.modifyRecordZones(
          saving: [RecordZone(zoneID: zoneID)], deleting: [])
        var records = [Self.session("Chat \(chat)", in: zoneID, at: start)]
        for number in 0..<(count / chats) {
          records.append(
            Self.message(number, in: zoneID, at: start.addingTimeInterval(Double(number) / 10)))
        }
        for part in stride(from: 0, to: records.count, by: CloudLimits.operationsPerRequest) {
          let end = min(part + CloudLimits.operationsPerRequest, records.count)
          _ = try await database.modifyRecords(
            saving: Array(records[part..<end]), deleting: [], savePolicy: .allKeys,
            atomically: false)
        }
      }
    }
  }

  private static func session(_ name: String, in zoneID: RecordZoneID, at date: Date) -> Record {
    Record(
      recordType: "ChatSession", recordID: RecordID(recordName: "session", zoneID: zoneID),
      fields: ["name": .string(name), "createdAt": .date(date), "lastMessageAt": .date(date)])
  }

  private static func message(_ number: Int, in zoneID: RecordZoneID, at date: Date) -> Record {
    Record(
      recordType: "Message",
      recordID: RecordID(recordName: "\(1_000_000 + number)-bench", zoneID: zoneID),
      fields: [
        "text": .string(
          number % 1000 == 7
            ? "\(rareWord.searched) \(rareWord.shown) \(number)"
            : "line \(number) of a long \(commonWord.searched)\(commonWord.shown) as people write"),
        "senderID": .string(zoneID.ownerName), "timestamp": .date(date),
      ])
  }

  /// A new device of the same account: when the newest chat shows something, and when all is there.
  private func catchUp(_ count: Int, newest: String) async throws -> [Figure] {
    let clock = ContinuousClock()
    return try await Session.with(person("laptop")) { session in
      let start = clock.now
      async let first = Self.firstMessage(of: newest, in: session.repository, since: start)
      let status = try await session.syncOnce(limit: .seconds(600))
      let whole = start.duration(to: clock.now)
      guard status == .upToDate else { throw Failure("The laptop is not up to date: \(status).") }
      let found = try await session.repository.search("line", limit: 10 * count).count
      return [
        Figure(
          "first messages of the newest chat", try await first.seconds * 1000, "ms",
          aim: .atMost(25)),
        Figure(
          "fetched by a new device", Double(count) / whole.seconds, "messages/s",
          aim: .atLeast(60_000)),
        Figure("found by a search for a common word", Double(found), "messages"),
      ]
    }
  }

  private static func firstMessage(
    of newest: String, in repository: ChatRepository, since start: ContinuousClock.Instant
  ) async throws -> Duration {
    for try await chats in repository.chatSummaries() {
      // The zone is named before its session tells what the chat is called.
      if chats.contains(where: {
        $0.zoneName == "chat-bench-" + newest.dropFirst(5) && $0.lastMessage != nil
      }) {
        return start.duration(to: ContinuousClock().now)
      }
    }
    return .zero
  }

  private func person(_ name: String) throws -> GlobalOptions {
    try GlobalOptions.parse(["--profile", name])
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
