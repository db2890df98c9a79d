import ChatModel
import ChatStore
import CloudModel

/// What lasts in a sealed chat, whatever a cloud shows later.
///
/// 1. Only the author of a message writes its later versions.
/// 2. A version that the cloud shows again takes nothing back: of two versions the later one counts, as in a merge. An
///    own message is sent again, as in a plain chat.
extension ChatTransaction {
  /// The records of a page as they count beside what is here.
  func lasting(_ records: [CloudRecord]) throws -> [CloudRecord] {
    let names = records.filter { $0.recordType == MessageRecord.recordType }
      .map(\.recordID.recordName)
    let messages = try StoredMessage.fetch(db, chatID: chatID, recordNames: names)
    return try records.compactMap { record in
      let name = record.recordID.recordName
      switch record.recordType {
      case MessageRecord.recordType:
        guard let known = messages[name] else { return record }
        guard known.senderID == record.creatorUserRecordName else { return nil }
        return known.senderID == user ? record : try lasting(known, record)
      case SessionRecord.recordType:
        guard name == chat.sessionName, chat.sessionChangeTag != nil else { return record }
        return try lasting(chat.session(), record)
      default:
        guard let kind = MarkKind(recordType: record.recordType),
          let known = try kind.type.fetch(name, in: self)
        else { return record }
        return try lasting(known, record)
      }
    }
  }

  /// A record with the later ones of its values and those that are here; what waits to be sent is merged with it
  /// anyway.
  private func lasting<R: ChatRecord>(_ known: R, _ record: CloudRecord) throws -> CloudRecord {
    guard let arriving = R(record), known.isVersion(of: arriving),
      try pending(record.recordID.recordName) == nil
    else { return record }
    var merged = R.merge(local: known, server: arriving)
    guard merged != arriving else { return record }
    merged.changeTag = nil
    var lasting = record
    lasting.fields = merged.record(in: chat.zoneID).fields
    if lasting[MessageRecord.Key.deletedAt] == nil {
      lasting[MessageRecord.Key.attachment] = record[MessageRecord.Key.attachment]
    }
    if let changer = (merged as? any MarkRecord)?.changedBy {
      lasting.lastModifiedUserRecordName = changer
    }
    return lasting
  }
}
