import ChatModel
import ChatSecrets
import ChatStore
import CloudModel
import CloudSync
import GRDB

/// Sealed zones within a transaction: what is kept as it came, and what leaves.
extension ChatTransaction {
  // MARK: - Arriving

  /// Keeps what has come with a page and stays sealed, and gives up what has opened.
  ///
  /// - Returns: the page's plain changes.
  mutating func take(_ page: OpenedPage) throws -> RecordZoneChanges {
    guard chat.isSealed else { return page.changes }
    // Another process may have kept a statement since the page was opened.
    let isNewest = try page.chat?.after == StoredStatement.version(db, chatID: chatID)
    isReadingFeed = true
    for record in page.kept { try keepUnknown(record) }
    isReadingFeed = false
    if isNewest, let known = page.chat?.chat { try sealing.note(known, db, chat) }
    for name in page.opened { try delete(name, from: "parkedRecord") }
    var changes = page.changes
    changes.modifications = try lasting(changes.modifications)
    for (index, deletion) in changes.deletions.enumerated() {
      let hidden = deletion.recordID.recordName
      try delete(hidden, from: "parkedRecord")
      if let name = try markName(ofHidden: hidden) {
        changes.deletions[index].recordID.recordName = name
      }
    }
    return changes
  }

  /// The name here of a mark that has this name in the cloud; nil where no mark here has it.
  private func markName(ofHidden hidden: String) throws -> String? {
    guard let kind = MarkKind(hiddenName: hidden), let sealed = try sealing.chat(db, chat) else {
      return nil
    }
    let names = try String.fetchAll(
      db.cachedStatement(sql: "SELECT recordName FROM \(kind.type.table) WHERE chatID = ?"),
      arguments: [chatID])
    for name in names {
      guard let mark = try kind.type.fetch(name, in: self) else { continue }
      if SealedMark(mark).hiddenName(of: name, in: sealed) == hidden { return name }
    }
    return nil
  }

  // MARK: - Leaving

  /// A record that the cloud is to save: of a sealed chat whole, because its content is replaced as one.
  func outgoing(_ record: some ChatRecord) -> CloudRecord {
    guard chat.isSealed else { return record.record(in: chat.zoneID) }
    var whole = record
    whole.changeTag = nil
    var outgoing = whole.record(in: chat.zoneID)
    outgoing.recordChangeTag = record.changeTag
    return outgoing
  }

  /// The entry as the cloud may see it; nil where it fails for good.
  func sealed(_ entry: OutboxEntry, of row: OutboxRow) throws -> Sealing {
    guard chat.isSealed else { return .leaves(entry) }
    guard let sealed = try sealing.chat(db, chat) else {
      return .fails(try sealing.obstacle().description)
    }
    var leaving = entry
    switch entry.operation {
    case .save(let record):
      do throws(SealedZone.Obstacle) {
        leaving.operation = .save(try SealedZone(chat: sealed).sealed(record))
      } catch {
        return .fails(error.reason)
      }
    case .delete(var recordID):
      guard case .mark(.readMark) = row.kind else { break }
      let name = SealedMark(readMark: recordID.recordName, of: user)?
        .hiddenName(of: recordID.recordName, in: sealed)
      guard let name else { return .fails(SealingProblem.noChatKeys.description) }
      recordID.recordName = name
      leaving.operation = .delete(recordID)
    }
    return .leaves(leaving)
  }

  enum Sealing {
    case leaves(OutboxEntry)
    case fails(String)
  }

  /// Queues the statements of a sealed chat, with which its zone begins.
  func queueStatements() throws {
    guard chat.isSealed else { return }
    for name in try StoredStatement.names(db, chatID: chatID) { try queue(name, .unknown) }
  }

  /// The statements that wait to be saved together with the share.
  func waitingStatements() throws -> [OutboxRow] {
    guard chat.isSealed else { return [] }
    return try StoredStatement.names(db, chatID: chatID).compactMap { try pending($0) }
      .filter { $0.failure == nil }
  }
}

extension SealedZone.Obstacle {
  /// Why a record is not sent, in a sentence.
  fileprivate var reason: String {
    switch self {
    case .fault(.notAMember):
      "The owner of the chat has not put you into its list of members. Ask them to invite you again."
    case .fault(.mayNotWrite): ChatLife.readOnlyReason
    case .fault(.falseKeys):
      "Somebody shows others false keys in your name. Do not write here before you have talked to the owner of the "
        + "chat."
    case .fault(.forked):
      "The cloud shows members of this chat different lists of who is in it. Talk to the owner by another way."
    case .fault(.noKey): SealingProblem.noChatKeys.description
    case .fault(.tooLong(let limit)): "It has more than \(limit) bytes. Split it into parts."
    case .plain: "It has no sealed form."
    }
  }
}
