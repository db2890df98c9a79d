package import ChatModel
import ChatSecrets
import ChatStore
import CloudModel
import Foundation
import GRDB
import Synchronization

/// Whose safety number the account has compared, on all its devices: sealed records in the zone of its settings.
///
/// 1. Each mark is a record of its own under a random name, so two devices cannot disagree about one.
/// 2. A mark is for an identity. Other keys of the same person have none.
/// 3. Where a mark cannot be read, or the cloud hides it, the person is asked to compare again, and nothing worse.
extension ChatRepository {
  /// Notes that the account has compared its number with a member of a sealed chat, or takes that back.
  ///
  /// - Throws: `ChatError.notMember` where the person is not in the list of the chat's owner.
  package func setCompared(
    _ isCompared: Bool, user: String, in chatID: ChatID
  ) async throws(ChatError) {
    try await replica.write { [replica, makeUnique] db in
      let stored = try StoredChat.fetch(db, id: chatID)
      guard user != replica.user, let secrets = try replica.sealing.keys.secrets(),
        let member = try replica.sealing.chat(db, stored)?.newest.member(user)
      else { throw ChatError.notMember(user) }
      let identity = member.lineage.identity
      let marks = try StoredComparison.all(db, of: replica)
        .filter { $0.compared.user == user && $0.compared.identity == identity }
      guard marks.isEmpty == isCompared else { return }
      var settings = try ChatTransaction.settings(db, in: replica)
      if isCompared {
        let name = ComparedKeysRecord.name(unique: makeUnique())
        let mark = ComparedKeys(with: user, identity, time: replica.time())
        try settings.note(mark.sealed(by: secrets, named: name), named: name)
      } else {
        for mark in marks { try settings.forgetComparison(mark.name) }
      }
      try settings.listSealedChats()
      try settings.finish()
    }
  }

  /// The same for a member by the name of the account, in whatever case, or by the user record name.
  ///
  /// - Returns: the member's name.
  @discardableResult
  package func setCompared(
    _ isCompared: Bool, named name: String, in chatID: ChatID
  ) async throws(ChatError) -> String {
    let wanted = String(name.trimmingPrefix("@"))
    let found = try await currentMembers(of: chatID).first {
      $0.userRecordName == wanted || $0.name.caseInsensitiveCompare(wanted) == .orderedSame
    }
    guard let found, case .listed? = found.keys, let user = found.userRecordName else {
      throw .notMember(wanted)
    }
    try await setCompared(isCompared, user: user, in: chatID)
    return found.name
  }
}

/// The marks of what was compared, as the replica keeps them: as they came.
enum StoredComparison {
  struct Mark: Sendable {
    let name: String
    let compared: ComparedKeys
  }

  /// Changes with the marks, because each has a name of its own.
  struct Version: Equatable, Sendable {
    var count: Int
    var newest: Int64
    /// Of the account's keys.
    var generation: UInt32
  }

  /// Far more than people compare, so that a cloud that adds some costs no time.
  private static let limit = 1000

  private static let isMark = "chatID = ? AND recordName GLOB '\(ComparedKeysRecord.namePattern)'"

  /// The marks that count; opened again only where there are others.
  static func all(_ db: Database, of replica: Replica) throws -> [Mark] {
    let zoneID = SettingsZone.id(of: replica.user)
    guard let secrets = try replica.sealing.keys.secrets(),
      let zone = try StoredChat.fetch(db, zoneID: zoneID)
    else { return [] }
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT count(*), coalesce(max(id), 0) FROM parkedRecord WHERE \(isMark)"),
      arguments: [zone.id])
    let version = Version(
      count: row?[0] ?? 0, newest: row?[1] ?? 0, generation: secrets.generation)
    if let known = replica.sealing.marks.withLock(\.self), known.version == version {
      return known.marks
    }
    let marks = try Data.fetchAll(
      db.cachedStatement(
        sql: "SELECT body FROM parkedRecord WHERE \(isMark) ORDER BY id LIMIT \(limit)"),
      arguments: [zone.id]
    ).compactMap { try Ancestor.decoded($0, in: zoneID) }.compactMap { mark($0, secrets) }
    replica.sealing.marks.withLock { $0 = (version, marks) }
    return marks
  }

  private static func mark(_ record: CloudRecord, _ secrets: AccountSecrets) -> Mark? {
    let name = record.recordID.recordName
    guard case .bytes(let sealed)? = record[ComparedKeysRecord.contentKey] else { return nil }
    return ComparedKeys([UInt8](sealed), by: secrets, named: name)
      .map { Mark(name: name, compared: $0) }
  }
}

extension ChatTransaction {
  /// Has the list of chats read again where it says whose keys are not those that were compared.
  func listSealedChats() throws {
    try db.cachedStatement(
      sql: """
        UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
        WHERE \(StoredChat.hasSealedName)
        """
    ).execute()
  }

  /// Keeps a new mark, and queues it.
  fileprivate func note(_ sealed: [UInt8], named name: String) throws {
    try keepUnknown(
      CloudRecord(
        recordType: ComparedKeysRecord.recordType,
        recordID: RecordID(recordName: name, zoneID: chat.zoneID),
        fields: [ComparedKeysRecord.contentKey: .bytes(Data(sealed))]))
    try queue(name, .unknown, priority: .low)
  }

  /// Takes a mark away here and, if it may have left, in the cloud.
  fileprivate func forgetComparison(_ name: String) throws {
    if let pending = try pending(name), pending.isUntouched {
      try clear(pending, because: .cancelled)
    } else {
      try queue(name, .unknown, .delete, priority: .low)
    }
    try delete(name, from: "parkedRecord")
  }
}

extension Replica {
  /// Everyone in a chat and everyone invited, the owner first; of a sealed one with what is known of their keys.
  func members(_ db: Database, of chatID: ChatID) throws -> [Member] {
    var members = try StoredMember.fetchAll(db, chatID: chatID, account: account)
    guard !members.isEmpty, case let stored = try StoredChat.fetch(db, id: chatID), stored.isSealed,
      let chat = try sealing.chat(db, stored), let own = try sealing.keys.secrets()?.identity
    else { return members }
    let marks = Dictionary(
      grouping: try StoredComparison.all(db, of: self).map(\.compared), by: \.user
    ).mapValues { Set($0.map(\.identity)) }
    for index in members.indices where !members[index].isMe {
      let user = members[index].userRecordName ?? ""
      guard let identity = chat.newest.member(user)?.lineage.identity else {
        members[index].keys = .notLetIn
        continue
      }
      let compared = marks[user] ?? []
      members[index].keys = .listed(
        number: SafetyNumber(of: own, and: identity).description,
        compared.contains(identity) ? .compared : compared.isEmpty ? .none : .outdated)
    }
    return members
  }
}
