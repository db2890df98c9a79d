import ChatModel
import ChatStore
import GRDB

/// The columns of a message that `MessageQueries` reads, in the order of the query.
///
/// Columns are read by their place: a window has 200 rows, and GRDB looks a name up in lower case in every row.
enum MessageColumn: Int, CaseIterable {
  case id, chatID, recordName, senderID, text, timestamp, revision, editedAt, deletedAt, changedBy
  case changeTag
  /// The fields that may hold the origin of an imported message.
  case origin, quotedOrigin
  case fileName, fileType, fileSize, fileDigest, fileChecksum
  case replyTo, quotedSender, quotedText, quotedAt, quotedFile, quotedIsDeleted, quotedName
  case senderName, senderDisplayName, changerName, hasReactions, isPinned, answerCount
  /// Nil without earlier versions; 1 if one of them had another file.
  case versions
  case sequence, failure, inFlight
  case direction, link, uploaded, transferred, waitReason, transferFailure

  /// The beginning of a query for all columns; a condition follows.
  static let select =
    "SELECT " + allCases.map(\.sql).joined(separator: ", ") + """
       FROM message \(StoredOutbox.joinedToMessage)
        LEFT JOIN transfer ON messageID = message.id
        LEFT JOIN message AS quoted
          ON quoted.chatID = message.chatID AND quoted.recordName = message.replyTo
      """

  private var sql: String {
    switch self {
    case .id, .chatID, .recordName, .senderID, .text, .timestamp, .revision, .editedAt, .deletedAt,
      .changedBy, .changeTag,
      .fileName, .fileType, .fileSize, .fileDigest, .fileChecksum, .replyTo:
      "message.\(self)"
    case .sequence, .failure, .inFlight: "outbox.\(self)"
    case .direction, .link, .uploaded, .transferred, .waitReason: "transfer.\(self)"
    case .transferFailure: "transfer.failure"
    case .quotedSender: "quoted.senderID"
    case .origin: Self.fields(of: "message")
    case .quotedOrigin: Self.fields(of: "quoted")
    case .quotedText:
      """
      substr(quoted.text, 1, \(Message.Quote.textLimit)
        + CASE WHEN quoted.unknownFields IS NULL THEN 0 ELSE \(MessageOrigin.headingLimit) END)
      """
    case .quotedAt: "quoted.timestamp"
    case .quotedFile: "quoted.fileName"
    case .quotedIsDeleted: "quoted.deletedAt IS NOT NULL"
    case .quotedName: StoredMember.name(of: "quoted.senderID", in: "message.chatID")
    case .senderName: StoredMember.name(of: "message.senderID", in: "message.chatID")
    case .senderDisplayName:
      """
      (SELECT displayName FROM member
        WHERE member.chatID = message.chatID AND userRecordName = message.senderID)
      """
    case .changerName: StoredMember.name(of: "message.changedBy", in: "message.chatID")
    case .hasReactions:
      """
      EXISTS (SELECT 1 FROM reactionCount WHERE reactionCount.chatID = message.chatID
        AND messageName = message.recordName)
      """
    case .versions:
      "(SELECT max(fileName IS NOT NULL) FROM messageVersion WHERE messageID = message.id)"
    case .answerCount:
      """
      (SELECT count(*) FROM (SELECT 1 FROM message AS answer
        WHERE answer.chatID = message.chatID AND answer.replyTo = message.recordName
          AND answer.deletedAt IS NULL AND answer.recordName <> message.recordName
          AND \(StoredBlockedPerson.isNot("answer.senderID")) LIMIT \(Message.answerCountLimit)))
      """
    case .isPinned:
      """
      EXISTS (SELECT 1 FROM messagePin WHERE messagePin.chatID = message.chatID
        AND messageName = message.recordName AND NOT isRemoved)
      """
    }
  }

  /// The fields of a message that this version does not know, if they can be those of an imported one.
  ///
  /// In the stored form, a value has at most twice its size. What is larger is left where it is: nobody makes a chat
  /// slow with it.
  static func fields(of table: String) -> String {
    """
    CASE WHEN length(\(table).unknownFields) <= \(2 * MessageOrigin.limitBytes)
      THEN \(table).unknownFields END
    """
  }
}

extension Row {
  /// A value of a row that `MessageColumn.select` has read.
  subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: MessageColumn
  ) -> Value {
    self[column.rawValue]
  }

  func has(_ column: MessageColumn) -> Bool { !hasNull(atIndex: column.rawValue) }
}
