import ArgumentParser
import Bench
import ChatCore
import ChatModel
import CloudClient
import CloudModel
import CloudSync
import CommandSupport
import Foundation
import LocalFiles

/// Sending what was written offline, and a new device's first sync.
struct SyncBench: Sendable {
  let home: TemporaryHome

  /// The chat of everybody.
  static let title = "Bench"
  /// A word that one message in a thousand has, and what stands behind it.
  static let rareWord = (searched: "zebra", shown: "crossing")
  /// A word that nearly every message has, and what stands behind it.
  static let commonWord = (searched: "history", shown: ", as long")

  /// The profile of the last new device.
  static let laptop = "laptop"

  /// Writes `messages` offline in each run, and `history` more into `chats`; `devices` new devices fetch all of them,
  /// one after the other.
  func run(
    messages: Int, history: Int, chats: Int, devices: Int
  ) async throws -> [Figure] {
    for name in ["alice", "bob"] { try home.shell.zonechat(name, "account", "create", name) }
    try home.shell.zonechat("alice", "new", Self.title)
    try home.shell.admit("bob", to: Self.title, of: "alice")
    try home.shell.zonechat("bob", "sync")
    if chats > CloudLimits.zonesPerUser / 2 {
      try home.shell.zonechat(nil, "cloud", "limits", "--zones-per-user", String(2 * chats))
    }
    var figures = try await send(messages)
    let sent = messages * Self.runs
    Output.note("Writing \(history) messages in \(chats) chats to the cloud …")
    try await fill(history, chats: chats)
    // Every chat has the same number of them.
    let count = history / chats * chats + sent
    Output.note("Fetching them on \(devices) new devices …")
    figures += try await catchUp(
      count, newest: "Chat \(chats)",
      on: (1..<devices).map { "\(Self.laptop)\($0)" } + [Self.laptop])
    figures.append(try peakMemory())
    return figures + (try onDisk(count))
  }

  /// The space of a message on the disk: the cloud's file and a device's, with the logs that are not written back yet.
  private func onDisk(_ count: Int) throws -> [Figure] {
    func bytes(_ path: String) -> Double {
      ["", "-wal"].reduce(0) { $0 + Double(FileStatus(path + $1)?.bytes ?? 0) }
    }
    return [
      Figure(
        "on disk for a message: a device", bytes(laptop.replica.path) / Double(count), "bytes"),
      Figure(
        "on disk for a message: the cloud",
        bytes(paths.cloud.appendingPathComponent("cloud.sqlite").path) / Double(count), "bytes"),
    ]
  }

  private var paths: Paths { Paths(environment: home.shell.environment) }
  private var laptop: Profile { Profile(name: Self.laptop, paths: paths) }

  /// The memory of a process of its own in which a new device fetches everything.
  private func peakMemory() throws -> Figure {
    try home.shell.zonechat("tablet", "account", "sign-in", "alice")
    let peak = try PeakMemory.of(
      [try home.shell.executable(), "--profile", "tablet", "sync"],
      environment: home.shell.environment)
    return Figure("the most memory of a new device's sync", peak, "MB", aim: .atMost(60))
  }

  static let runs = 5

  /// Messages that were written offline, until everyone has them, in several runs.
  private func send(_ count: Int) async throws -> [Figure] {
    var (written, sent, received): ([Double], [Double], [Double]) = ([], [], [])
    try await Session.with(person("alice")) { alice in
      try await Session.with(person("bob")) { bob in
        for run in 1...Self.runs {
          let texts = (1...count).map {
            "message \($0) of run \(run), as long as people write them"
          }
          written.append(Double(count) / (try await write(texts, by: alice)))
          let seconds = try await send(texts, from: alice, to: bob)
          sent.append(Double(count) / seconds.sent)
          received.append(Double(count) / seconds.received)
        }
      }
    }
    guard let written = Distribution(written), let sent = Distribution(sent),
      let received = Distribution(received)
    else { return [] }
    return [
      Figure("written offline", written, "messages/s"), Figure("sent", sent, "messages/s"),
      Figure("sent and received by another", received, "messages/s", aim: .atLeast(12_000)),
    ]
  }

  private func write(_ texts: [String], by alice: Session) async throws -> Double {
    let chat = try await alice.repository.chat(matching: Self.title).id
    return try await ContinuousClock().measure {
      for part in stride(from: 0, to: texts.count, by: 100) {
        _ = try await alice.repository.send(
          Array(texts[part..<min(part + 100, texts.count)]), to: chat)
      }
    }.seconds
  }

  /// Sends what was written, and waits until the other one has it.
  private func send(
    _ texts: [String], from alice: Session, to bob: Session
  ) async throws -> (sent: Double, received: Double) {
    let clock = ContinuousClock()
    let bobChat = try await bob.repository.chat(matching: Self.title).id
    let start = clock.now
    async let received = bob.whileSyncing {
      // The last message arrives after all others; otherwise the comparison below fails.
      for try await chats in bob.repository.chatSummaries()
      where chats.contains(where: { $0.lastMessage?.text == texts.last }) {
        let duration = start.duration(to: clock.now)
        return (
          try await bob.repository.page(in: bobChat, before: nil, limit: texts.count), duration
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
    return (sent.seconds, reception.seconds)
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

  /// New devices of the same account: when the newest chat shows something, and when all is there.
  private func catchUp(
    _ count: Int, newest: String, on devices: [String]
  ) async throws -> [Figure] {
    let clock = ContinuousClock()
    var (firsts, rates): ([Double], [Double]) = ([], [])
    var found = 0
    for device in devices {
      try home.shell.zonechat(device, "account", "sign-in", "alice")
      try await Session.with(person(device)) { session in
        let start = clock.now
        async let first = Self.firstMessage(of: newest, in: session.repository, since: start)
        let status = try await session.syncOnce(limit: .seconds(600))
        rates.append(Double(count) / start.duration(to: clock.now).seconds)
        guard status == .upToDate else { throw Failure("A device is not up to date: \(status).") }
        firsts.append(try await first.seconds * 1000)
        guard device == devices.last else { return }
        found = try await session.repository.search("line", limit: 10 * count).count
      }
    }
    guard let firsts = Distribution(firsts), let rates = Distribution(rates) else { return [] }
    let raw = try DiskProbe.inserts(ofMessagesIn: laptop.replica.path, in: home.folder)
    return [
      Figure("first messages of the newest chat", firsts, "ms", aim: .atMost(25)),
      Figure("fetched by a new device", rates, "messages/s", aim: .atLeast(60_000)),
      Figure("limit: SQLite inserts the same rows", raw, "messages/s"),
      Figure("fetched / inserted", rates.median / raw, "", aim: .atLeast(0.5)),
      Figure("found by a search for a common word", Double(found), "messages"),
    ]
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
