extension Message {
  /// The message that another one answers, as far as it is here.
  package struct Quote: Sendable, Equatable {
    package var recordName: String
    /// Nil if the message is not on this device: it is deleted, or still to be fetched.
    package var original: Original?

    package struct Original: Sendable, Equatable {
      package var cursor: MessageCursor
      /// The name of the sender's account.
      package var senderName: String
      package var isOwn: Bool
      /// The beginning, of at most `textLimit` characters; not sanitised, may hold anything that somebody sent.
      package var text: String
      /// The name of the message's file, if it has one.
      package var fileName: String?
      package var isDeleted: Bool
      /// Whether the account has blocked the sender.
      package var isOfBlockedPerson: Bool
      /// The writer that an archive names (`Message.archivedSender`); `text` is then without its heading.
      package var archivedSender: String?

      package init(
        cursor: MessageCursor, senderName: String, isOwn: Bool, text: String,
        fileName: String? = nil, isDeleted: Bool = false, isOfBlockedPerson: Bool = false,
        archivedSender: String? = nil
      ) {
        self.cursor = cursor
        self.senderName = senderName
        self.isOwn = isOwn
        self.text = text
        self.fileName = fileName
        self.isDeleted = isDeleted
        self.isOfBlockedPerson = isOfBlockedPerson
        self.archivedSender = archivedSender
      }
    }

    package static let textLimit = 200

    package init(recordName: String, original: Original? = nil) {
      self.recordName = recordName
      self.original = original
    }

    /// The quote of a message.
    package init(_ message: Message) {
      self.init(
        recordName: message.recordName,
        original: Original(
          cursor: message.cursor, senderName: message.senderName, isOwn: message.isOwn,
          text: String(message.bareText.prefix(Self.textLimit)), fileName: message.attachment?.name,
          isDeleted: message.isDeleted, isOfBlockedPerson: message.isOfBlockedPerson,
          archivedSender: message.archivedSender))
    }
  }
}
