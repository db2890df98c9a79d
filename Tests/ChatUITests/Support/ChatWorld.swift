import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import Synchronization
import TestSupport

/// A real replica in a temporary directory, with a cloud that says what a test wants.
final class ChatWorld: Sendable {
  let replica: Replica
  let repository: ChatRepository
  private let directory: URL
  private let counter: Counter

  /// Friday 20 November 2026, 12:00 UTC.
  static let noon = Date(timeIntervalSince1970: 1_795_176_000)

  init(now: @escaping @Sendable () -> Date = { noon }) throws {
    let counter = Counter()
    self.counter = counter
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("chat-world-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    replica = try Replica(
      directory: directory, account: Account(userRecordName: "_you", name: "you"), now: now)
    repository = ChatRepository(replica: replica, makeUnique: { "u\(counter.next())" })
  }

  deinit {
    // A directory that stays behind in the temporary one harms nobody.
    try? FileManager.default.removeItem(at: directory)
  }

  /// A chat of somebody else that you are in, without a name one of two; `calls` is what its people call themselves.
  ///
  /// Where it is not `isFetched`, the pages of its first fetch go on.
  func joinedChat(
    _ name: String, owner: String, members: [String] = [],
    permission: Participant.Permission = .readWrite, calls: [String: String] = [:],
    isFetched: Bool = true
  ) async throws -> RecordZoneID {
    let zone = RecordZoneID(zoneName: "chat-\(counter.next())", ownerName: "_" + owner)
    try await replica.apply(
      DatabaseChanges(
        modifications: [zone], deletions: [],
        changeToken: ServerChangeToken(rawValue: "d\(counter.next())"), moreComing: false),
      in: .shared)
    var session = Record(
      recordType: "ChatSession", recordID: RecordID(recordName: "session", zoneID: zone),
      recordChangeTag: "1")
    session["name"] = .string(name)
    session["createdAt"] = .date(Self.noon.addingTimeInterval(-30 * 86400))
    let people =
      [(owner, Participant.Role.owner, Participant.Permission.readWrite)]
      + members.map { ($0, .privateUser, .readWrite) } + [("you", .privateUser, permission)]
    let share = Share(
      participants: people.map { name, role, permission in
        Participant(
          participantID: "p-" + name,
          identity: UserIdentity(
            userRecordName: "_" + name, accountName: name.capitalized, givenName: calls[name]),
          role: role, permission: permission, acceptanceStatus: .accepted)
      }, shortGUID: "guid-\(name.isEmpty ? owner : name)")
    let shareRecord = Record(
      recordType: Share.recordType, recordID: .zoneWideShare(in: zone), recordChangeTag: "1",
      share: share)
    try await apply([session, shareRecord], in: zone, moreComing: !isFetched)
    return zone
  }

  /// The owner has changed who takes part.
  func share(
    _ people: [String], owner: String, readers: [String] = [], invited: [String] = [],
    in zone: RecordZoneID, at date: Date
  ) async throws {
    let share = Share(
      participants: people.map { name in
        Participant(
          participantID: "p-" + name,
          identity: UserIdentity(userRecordName: "_" + name, accountName: name.capitalized),
          role: name == owner ? .owner : .privateUser,
          permission: readers.contains(name) ? .readOnly : .readWrite,
          acceptanceStatus: invited.contains(name) ? .pending : .accepted)
      }, shortGUID: "guid-\(zone.zoneName)")
    var record = Record(
      recordType: Share.recordType, recordID: .zoneWideShare(in: zone),
      recordChangeTag: "s\(counter.next())", share: share)
    record.modificationDate = date
    record.lastModifiedUserRecordName = "_" + owner
    try await apply([record], in: zone)
  }

  /// The share after somebody has turned down the only invitation.
  func declined(_ person: String, owner: String, in zone: RecordZoneID) async throws -> Record {
    let share = Share(
      participants: [
        Participant(
          participantID: "p-" + owner,
          identity: UserIdentity(userRecordName: "_" + owner, accountName: owner.capitalized),
          role: .owner, permission: .readWrite, acceptanceStatus: .accepted)
      ], shortGUID: "guid-\(zone.zoneName)")
    var record = Record(
      recordType: Share.recordType, recordID: .zoneWideShare(in: zone),
      recordChangeTag: "s\(counter.next())", share: share)
    record.modificationDate = Self.noon
    record.lastModifiedUserRecordName = "_" + person
    return record
  }

  /// Somebody's message comes in.
  func say(_ text: String, by sender: String, in zone: RecordZoneID, at date: Date) async throws {
    try await apply([message(text, by: sender, in: zone, at: date)], in: zone)
  }

  func message(
    _ text: String, by sender: String, in zone: RecordZoneID, at date: Date
  ) -> Record {
    var record = Record(
      recordType: "Message", recordID: RecordID(recordName: "m\(counter.next())", zoneID: zone),
      recordChangeTag: "1")
    record.creatorUserRecordName = "_" + sender
    record.creationDate = date
    record["text"] = .string(text)
    record["senderID"] = .string("_" + sender)
    record["timestamp"] = .date(date)
    return record
  }

  /// Somebody's reaction to a message; those of a later place were put there later.
  func reaction(_ emoji: String, to message: Record, by sender: String, place: Int) -> Record {
    let zone = message.recordID.zoneID
    let name = message.recordID.recordName
    let digits = emoji.utf8.map { String($0, radix: 16) }.joined()
    var record = Record(
      recordType: "MessageReaction",
      recordID: RecordID(recordName: "reaction_\(name)__\(sender)_\(digits)", zoneID: zone),
      recordChangeTag: "1")
    record.creatorUserRecordName = "_" + sender
    record["messageRef"] = .reference(Reference(recordName: name, action: .none))
    record["userID"] = .string("_" + sender)
    record["emoji"] = .string(emoji)
    record["createdAt"] = .date(Self.noon.addingTimeInterval(Double(place)))
    return record
  }

  /// Somebody has read everything up to a message.
  func read(_ message: Record, by person: String) async throws {
    let zone = message.recordID.zoneID
    let name = message.recordID.recordName
    var record = Record(
      recordType: "MessageRead",
      recordID: RecordID(recordName: "read_\(name)__\(person)", zoneID: zone),
      recordChangeTag: "1")
    record.creatorUserRecordName = "_" + person
    record["messageRef"] = .reference(Reference(recordName: name, action: .none))
    record["userID"] = .string("_" + person)
    record["readAt"] = .date(Self.noon)
    try await apply([record], in: zone)
  }

  /// Somebody pins a message for everyone.
  func pin(_ message: Record, by person: String, at date: Date) async throws {
    let zone = message.recordID.zoneID
    let name = message.recordID.recordName
    var record = Record(
      recordType: "MessagePin", recordID: RecordID(recordName: "pin_" + name, zoneID: zone),
      recordChangeTag: "1")
    record.creatorUserRecordName = "_" + person
    record.lastModifiedUserRecordName = "_" + person
    record["messageRef"] = .reference(Reference(recordName: name, action: .none))
    record["pinnedAt"] = .date(date)
    record["isRemoved"] = .int64(0)
    try await apply([record], in: zone)
  }

  /// A record is deleted in the cloud.
  func remove(_ recordName: String, in zone: RecordZoneID) async throws {
    try await apply(
      [], deleting: [RecordID(recordName: recordName, zoneID: zone)], in: zone)
  }

  func apply(
    _ records: [Record], deleting deleted: [RecordID] = [], in zone: RecordZoneID,
    moreComing: Bool = false
  ) async throws {
    guard let position = try await replica.position(in: zone) else { return }
    let changes = RecordZoneChanges(
      modifications: records,
      deletions: deleted.map { .init(recordID: $0, recordType: "Message") },
      changeToken: ServerChangeToken(rawValue: "z\(counter.next())"), moreComing: moreComing)
    _ = try await replica.apply(changes, in: zone, from: position)
  }

  /// The cloud takes all that waits in a chat, or refuses it for good.
  func settleOutbox(in zone: RecordZoneID, refusing reason: String? = nil) async throws {
    while let batch = try await replica.nextBatch(in: zone, limit: 50) {
      let outcomes = batch.ids.map { id in
        let entry = batch.entries.first { $0.id == id }
        let result: OutboxOutcome.Result
        if let reason {
          result = .failed(reason: reason)
        } else if case .save(var record)? = entry?.operation {
          record.recordChangeTag = "t\(counter.next())"
          record.creatorUserRecordName = "_you"
          record.share = record.share.map(asTheCloudKeepsIt)
          result = .acknowledged(record)
        } else {
          result = .acknowledged(nil)
        }
        return OutboxOutcome(id: id, result: result)
      }
      _ = try await replica.apply(outcomes, in: zone)
    }
  }

  /// A share with its owner, and with the names of everybody.
  private func asTheCloudKeepsIt(_ share: Share) -> Share {
    var share = share
    let owner = Participant(
      identity: UserIdentity(userRecordName: "_you"), role: .owner, acceptanceStatus: .accepted)
    if !share.participants.contains(where: { $0.role == .owner }) {
      share.participants.append(owner)
    }
    share.participants = share.participants.map { participant in
      var participant = participant
      let user = participant.identity.userRecordName ?? ""
      if participant.participantID.isEmpty { participant.participantID = "p-" + user.dropFirst() }
      participant.identity.accountName = user.dropFirst().capitalized
      return participant
    }
    return share
  }

  func chatID(of zone: RecordZoneID) async throws -> ChatID {
    try await repository.chat(matching: zone.zoneName).id
  }

  func zone(of chat: ChatID) async throws -> RecordZoneID {
    let summary = try await repository.currentChatSummaries().first { $0.id == chat }
    return RecordZoneID(zoneName: summary?.zoneName ?? "", ownerName: "_you")
  }
}

/// Numbers for names that must differ.
private final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock {
      $0 += 1
      return $0
    }
  }
}
