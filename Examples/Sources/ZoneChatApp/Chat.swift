import CloudKit

/// A chat: the records of one zone, as `docs/chat-format.md` describes them.
public struct Chat: Identifiable {
  public let id: CKRecordZone.ID
  /// By their names; reactions, read marks and what later versions have are kept, and left alone.
  var records: [String: CKRecord] = [:]

  var share: CKShare? { records[CKRecordNameZoneWideShare] as? CKShare }

  /// The record with the chat's name; of several, the one with the usual record name counts.
  var session: CKRecord? {
    let sessions = records.filter { $0.value.recordType == "ChatSession" }
    return sessions["session"] ?? sessions.min { $0.key < $1.key }?.value
  }

  public var isMine: Bool { id.ownerName == CKCurrentUserDefaultName }

  /// Everybody but the person who uses this app.
  public var others: [String] {
    (share?.participants ?? []).filter { $0.user != CKCurrentUserDefaultName }.map(\.name)
  }

  public var title: String {
    let name = session?["name"] as? String ?? ""
    return name.isEmpty ? others.joined(separator: ", ") : name
  }

  /// Oldest first.
  public var messages: [Message] {
    records.values.filter { $0.recordType == "Message" }
      .map { Message(record: $0, people: share?.participants ?? []) }
      .sorted { ($0.timestamp, $0.id.recordName) < ($1.timestamp, $1.id.recordName) }
  }

  /// When it was made, or its newest message was written.
  var lastChange: Date { messages.last?.timestamp ?? session?["createdAt"] ?? .distantPast }
}

public struct Message: Identifiable {
  let record: CKRecord
  let people: [CKShare.Participant]

  public var id: CKRecord.ID { record.recordID }
  public var isSent: Bool { !record.isUnsent }
  public var isMine: Bool { user == CKCurrentUserDefaultName }
  public var sender: String { isMine ? "you" : name(of: user) }
  public var timestamp: Date { record.time("timestamp", storedAt: record.creationDate) }

  public var text: String {
    if record["deletedAt"] != nil { return "[deleted]" }
    let file = record["fileName"].map { " [file: \($0)]" } ?? ""
    let changer = record.lastModifiedUserRecordID?.recordName ?? user
    let change = changer == user ? "" : " [changed by \(name(of: changer))]"
    return (record["text"] as? String ?? "") + file + change
  }

  /// Who has created the record has sent it, whatever its fields say.
  private var user: String { record.creatorUserRecordID?.recordName ?? CKCurrentUserDefaultName }

  private func name(of user: String) -> String {
    people.first { $0.user == user }?.name ?? "somebody"
  }
}

extension CKRecord {
  /// Whether the cloud does not have the record, or not its newest fields.
  var isUnsent: Bool { recordChangeTag == nil || !changedKeys().isEmpty }

  /// A time that a device has written, at most a minute later than the cloud's own.
  func time(_ key: FieldKey, storedAt cloudTime: Date?) -> Date {
    Swift.min(self[key] ?? cloudTime ?? .distantPast, cloudTime.map { $0 + 60 } ?? .distantFuture)
  }
}

extension CKShare.Participant {
  fileprivate var user: String? { userIdentity.userRecordID?.recordName }

  fileprivate var name: String {
    userIdentity.nameComponents?.givenName ?? userIdentity.lookupInfo?.emailAddress ?? "somebody"
  }
}
