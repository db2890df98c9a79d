import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport
import Testing

/// A day of two people in one chat, on which one engine may die, and the next goes on from its files.
struct CrashDay {
  /// The actions of the two people.
  enum Plot: Sendable {
    /// Write, edit, react, take back, rename, read, leave.
    case talk
    /// The same in a sealed chat, with a file.
    case sealedTalk
    /// Send a file, fetch it, take it back.
    case files
  }

  private let world: World
  private let life: Lifeline
  private var people: [String: Device] = [:]
  private var pictures: [[String]] = []

  /// Lives the day; answers what could be seen during it, and what has happened to the engines.
  static func lived(
    _ plot: Plot, dyingAt moment: Lifeline.Moment
  ) async throws -> (pictures: [[String]], life: Lifeline) {
    let life = Lifeline(moment)
    var pictures: [[String]] = []
    try await withWorld { world in
      var day = CrashDay(world: world, life: life)
      switch plot {
      case .talk: try await day.talk()
      case .sealedTalk: try await day.talk(isSealed: true)
      case .files: try await day.sendFiles()
      }
      pictures = day.pictures
    }
    return (pictures, life)
  }

  private init(world: World, life: Lifeline) {
    self.world = world
    self.life = life
  }

  private mutating func sendFiles() async throws {
    let (chat, bobsChat) = try await meet()
    try await sendFile(to: bobsChat)
    try await sync("bob", "alice")
    try await note(chat)
    let look = try await message("look", "alice", chat)
    try await person("alice").repository.requestAttachment(of: look)
    try await sync("alice")
    try await note(chat)
    try await person("bob").repository.delete(message("look", "bob", bobsChat))
    try await sync("bob", "alice")
    try await note(chat)
  }

  private func sendFile(to chat: ChatID) async throws {
    let bob = try person("bob")
    let file = bob.directory.appending(path: "photo.png")
    try Data("a photo".utf8).write(to: file)
    try await bob.repository.send("look", attaching: file, to: chat)
  }

  /// Alice makes a chat, and bob joins it; answers what it is called by either.
  private mutating func meet(isSealed: Bool = false) async throws -> (ChatID, ChatID) {
    for name in ["alice", "bob"] {
      people[name] = try world.device(of: name)
      if isSealed { try await person(name).sharing.prepareKeys() }
    }
    let chat = try await person("alice").repository.createChat(title: "Tea", isSealed: isSealed)
    try await person("alice").repository.send("hello", to: chat)
    try await sync("alice")
    let link = try await person("alice").sharing.invite(["bob"], to: chat, permission: .readWrite)
    let bobsChat = try await person("bob").sharing.join(link)
    try await sync("bob")
    return (chat, bobsChat)
  }

  private mutating func talk(isSealed: Bool = false) async throws {
    let (chat, bobsChat) = try await meet(isSealed: isSealed)
    _ = try await person("bob").repository.send(["hi", "there"], to: bobsChat)
    if isSealed { try await sendFile(to: bobsChat) }
    try await sync("bob", "alice")
    try await note(chat)
    if isSealed {
      try await person("alice").repository.requestAttachment(of: message("look", "alice", chat))
    }
    try await person("alice").repository.edit(message("hello", "alice", chat), to: "hello!")
    try await person("bob").repository.react("👍", to: message("hello", "bob", bobsChat))
    try await sync("alice", "bob")
    try await person("bob").repository.delete(message("hi", "bob", bobsChat))
    try await person("alice").repository.rename(chat, to: "Cake")
    try await person("alice").repository.markSeen(chat, through: message("there", "alice", chat))
    try await sync("alice", "bob")
    try await note(chat)
    try await person("bob").repository.leave(bobsChat)
    try await sync("bob", "alice")
    try await note(chat)
  }

  private func person(_ name: String) throws -> Device { try #require(people[name]) }

  private func message(_ text: String, _ name: String, _ chat: ChatID) async throws -> MessageID {
    let all = try await person(name).messages(in: chat)
    return try #require(all.first { $0.text == text }).id
  }

  /// Syncs one after the other; who dies is followed by a new engine on the same files.
  private mutating func sync(_ names: String...) async throws {
    for name in names {
      let hasDied = life.isDead
      try await sync(person(name), with: hasDied ? Lifeline() : life)
      guard life.isDead, !hasDied else { continue }
      try person(name).discard()
      people[name] = try world.device(of: name)
      try await sync(person(name), with: Lifeline())
    }
  }

  private func sync(_ device: Device, with life: Lifeline) async throws {
    device.faults.ask { operation in
      let fate = life.request("\(operation)")
      return fate.leaves ? (fate.isAnswered ? nil : .lostAnswer) : .lostRequest
    }
    await device.syncInSteps(
      store: CrashingStore(device.replica, life: life), while: { !life.isDead })
    device.faults.ask(nil)
  }

  /// Notes what both see, who is in the chat, what waits, and how much the cloud has of what.
  private mutating func note(_ chat: ChatID) async throws {
    let alice = try person("alice")
    var picture = try await alice.picture() + person("bob").picture()
    for device in [alice, try person("bob")] {
      for summary in try await device.repository.currentChatSummaries() {
        let files = try await device.messages(in: summary.id).compactMap(\.attachment)
        picture += files.map { "\(device.account.name): \($0)" }
      }
    }
    picture += try await alice.repository.currentMembers(of: chat).map { "\($0.name) \($0.status)" }
    for name in ["alice", "bob"] {
      let waiting = try await person(name).repository.outbox()
      picture += waiting.map { "\(name): \($0.subject.name) \($0.recordName) \($0.state)" }
    }
    let zoneID = RecordZoneID(
      zoneName: try await alice.summary(of: chat).zoneName,
      ownerName: alice.account.userRecordName)
    let feed = try await alice.container.database(with: .private).recordZoneChanges(
      inZoneWith: zoneID, since: nil, desiredKeys: nil, resultsLimit: nil)
    let types = Dictionary(grouping: feed.modifications, by: \.recordType).mapValues(\.count)
    picture += types.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    pictures.append(picture)
  }
}
