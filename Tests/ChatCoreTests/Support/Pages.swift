import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import TestSupport

/// A chat of somebody else's as the cloud would describe it, page by page.
struct ForeignChat {
  var zoneID = RecordZoneID(zoneName: "chat-foreign", ownerName: "_owner")

  func message(
    _ name: String, _ text: String, at milliseconds: Int64 = 1_000, from sender: String = "_owner",
    tag: String = "1"
  ) -> Record {
    var record = Record(
      recordType: "Message", recordID: RecordID(recordName: name, zoneID: zoneID),
      fields: [
        "text": .string(text), "senderID": .string(sender),
        "timestamp": .date(Date(millisecondsSince1970: milliseconds)),
      ], recordChangeTag: tag)
    record.creatorUserRecordName = sender
    record.creationDate = Date(millisecondsSince1970: milliseconds)
    return record
  }

  func session(_ name: String, tag: String = "s1", more: [String: FieldValue] = [:]) -> Record {
    Record(
      recordType: "ChatSession", recordID: RecordID(recordName: "session", zoneID: zoneID),
      fields: more.merging([
        "name": .string(name), "createdAt": .date(Date(millisecondsSince1970: 1)),
        // As late as the world's clock begins: nothing sent here is worth telling in the session.
        "lastMessageAt": .date(Date(millisecondsSince1970: 1_800_000_000_000)),
      ]) { $1 }, recordChangeTag: tag)
  }

  func reaction(
    _ emoji: String, to message: String, by user: String, tag: String = "1"
  ) -> Record {
    let digits = emoji.utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    var record = Record(
      recordType: "MessageReaction",
      recordID: RecordID(recordName: "reaction_\(message)_\(user)_\(digits)", zoneID: zoneID),
      fields: [
        "messageRef": .reference(Reference(recordName: message, action: .none)),
        "userID": .string(user), "emoji": .string(emoji), "isRemoved": .int64(0),
        "createdAt": .date(Date(millisecondsSince1970: 1_000)),
      ], recordChangeTag: tag)
    record.creatorUserRecordName = user
    return record
  }

  func readMark(_ message: String, by user: String) -> Record {
    var record = Record(
      recordType: "MessageRead",
      recordID: RecordID(recordName: "read_\(message)_\(user)", zoneID: zoneID),
      fields: [
        "messageRef": .reference(Reference(recordName: message, action: .none)),
        "userID": .string(user), "readAt": .date(Date(millisecondsSince1970: 1_000)),
      ], recordChangeTag: "1")
    record.creatorUserRecordName = user
    return record
  }

  func share(of user: String, permission: Participant.Permission) -> Record {
    let owner = Participant(
      participantID: "0", identity: UserIdentity(userRecordName: "_owner", accountName: "olga"),
      role: .owner, acceptanceStatus: .accepted)
    let me = Participant(
      participantID: "1", identity: UserIdentity(userRecordName: user), permission: permission,
      acceptanceStatus: .accepted)
    return Record(
      recordType: Share.recordType, recordID: .zoneWideShare(in: zoneID), recordChangeTag: "c1",
      share: Share(participants: [owner, me], shortGUID: "guid"))
  }

  func page(
    _ records: [Record], deleting names: [String] = [], token: String, moreComing: Bool = false
  ) -> RecordZoneChanges {
    RecordZoneChanges(
      modifications: records,
      deletions: names.map {
        .init(recordID: RecordID(recordName: $0, zoneID: zoneID), recordType: nil)
      },
      changeToken: ServerChangeToken(rawValue: token), moreComing: moreComing)
  }

  /// Brings the chat to `device`: named by the database's feed, then fetched with `records`.
  func bring(
    to device: Device, permission: Participant.Permission = .readWrite, _ records: [Record] = []
  ) async throws -> ChatID {
    try await device.replica.apply(.naming(zoneID, token: "d1"), in: .shared)
    let head = [
      session("Foreign"), share(of: device.account.userRecordName, permission: permission),
    ]
    try await apply(page(head + records, token: "z1"), to: device)
    return try await device.chat(zoneName: zoneID.zoneName)
  }

  /// Applies a page from where the replica stands; whether it was taken.
  @discardableResult
  func apply(_ page: RecordZoneChanges, to device: Device) async throws -> Bool {
    guard let position = try await device.replica.position(in: zoneID) else { return false }
    return try await device.replica.apply(page, in: zoneID, from: position)
  }

  /// The entries that the device would send next; empty if there are none.
  func batch(of device: Device, limit: Int = 200) async throws -> [OutboxEntry] {
    try await device.replica.nextBatch(in: zoneID, limit: limit)?.entries ?? []
  }
}

extension DatabaseChanges {
  static func naming(
    _ zones: RecordZoneID..., token: String, moreComing: Bool = false
  ) -> DatabaseChanges {
    DatabaseChanges(
      modifications: zones, deletions: [], changeToken: ServerChangeToken(rawValue: token),
      moreComing: moreComing)
  }

  static func deleting(_ zone: RecordZoneID, token: String) -> DatabaseChanges {
    DatabaseChanges(
      modifications: [], deletions: [.init(zoneID: zone)],
      changeToken: ServerChangeToken(rawValue: token), moreComing: false)
  }
}

extension OutboxEntry {
  var record: Record? {
    guard case .save(let record) = operation else { return nil }
    return record
  }

  /// The record as the cloud would have stored it.
  func stored(by user: String, tag: String = "t1") -> Record? {
    var stored = record
    stored?.recordChangeTag = tag
    stored?.creatorUserRecordName = user
    return stored
  }
}

extension [OutboxEntry] {
  /// The cloud's answers where it takes all of them from `user`.
  func acknowledged(by user: String) -> [OutboxOutcome] {
    map { OutboxOutcome(id: $0.id, result: .acknowledged($0.stored(by: user))) }
  }
}

extension OutboxBatch {
  /// The cloud's answers where it takes all of it from `user`.
  func acknowledged(by user: String) -> [OutboxOutcome] {
    switch contents {
    case .saveZone(let id), .deleteZone(let id):
      [OutboxOutcome(id: id, result: .acknowledged(nil))]
    case .records(let entries, _): entries.acknowledged(by: user)
    }
  }
}

extension Device {
  /// Answers whatever waits in a zone as the cloud would; what it has now, in the order of arrival.
  @discardableResult
  func acknowledgeEverything(in zoneID: RecordZoneID) async throws -> [Record] {
    let user = account.userRecordName
    var stored: [Record] = []
    while let batch = try await replica.nextBatch(in: zoneID, limit: 200) {
      stored += batch.entries.compactMap { $0.stored(by: user) }
      _ = try await replica.apply(batch.acknowledged(by: user), of: batch)
    }
    return stored
  }
}

/// Runs `body` with one device that never talks to the cloud.
func withLoneDevice(_ body: (Device) async throws -> Void) async throws {
  try await withWorld { world in
    let device = try world.device(of: "alice")
    device.discard()
    try await body(device)
  }
}
