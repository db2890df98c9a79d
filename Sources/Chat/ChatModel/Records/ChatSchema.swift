/// The record types of a chat, for a container that is made for it.
///
/// The indexes are those of the chat format, for any client: chats by their newest message, messages of
/// a chat by time, reactions of a message, and all records of a type. A container without a schema
/// learns the same fields from the first records and indexes all of them, even each word of each
/// message. Nobody queries that index, because people search in their replicas. When its cloud starts,
/// an existing container gets the parts of this schema that it lacks (`Cloud.ensureSchema`).
///
/// Source: docs/chat-format.md; CloudKit, “Integrating a Text-Based Schema into Your Workflow”.
package enum ChatSchema {
  package static let text = """
    DEFINE SCHEMA

    RECORD TYPE ChatSession (
      \(names),
      name STRING,
      renamedAt TIMESTAMP,
      createdAt TIMESTAMP,
      lastMessageAt TIMESTAMP QUERYABLE SORTABLE,
      \(grants)
    );

    RECORD TYPE Message (
      \(names),
      text STRING,
      senderID STRING,
      timestamp TIMESTAMP QUERYABLE SORTABLE,
      revision INT64,
      editedAt TIMESTAMP,
      deletedAt TIMESTAMP,
      attachment ASSET,
      fileName STRING,
      fileType STRING,
      fileSize INT64,
      fileDigest STRING,
      replyTo STRING,
      imported STRING,
      \(grants)
    );

    RECORD TYPE MessageReaction (
      \(names),
      messageRef REFERENCE QUERYABLE,
      userID STRING,
      emoji STRING,
      createdAt TIMESTAMP,
      isRemoved INT64,
      \(grants)
    );

    RECORD TYPE MessageRead (
      \(names),
      messageRef REFERENCE,
      userID STRING,
      readAt TIMESTAMP,
      \(grants)
    );

    RECORD TYPE MessagePin (
      \(names),
      messageRef REFERENCE,
      pinnedAt TIMESTAMP,
      isRemoved INT64,
      \(grants)
    );

    RECORD TYPE ChatSettings (
      \(names),
      chatZone STRING,
      chatOwner STRING,
      isPinned INT64,
      pinnedAt TIMESTAMP,
      isArchived INT64,
      archivedAt TIMESTAMP,
      notifications STRING,
      notificationsAt TIMESTAMP,
      mutedUntil TIMESTAMP,
      mutedAt TIMESTAMP,
      isLeft INT64,
      leftAt TIMESTAMP,
      \(grants)
    );

    RECORD TYPE BlockedPerson (
      \(names),
      user STRING,
      name STRING,
      isBlocked INT64,
      changedAt TIMESTAMP,
      \(grants)
    );

    RECORD TYPE ComparedKeys (
      \(names),
      sealed BYTES,
      \(grants)
    );

    RECORD TYPE SealedSession (
      \(names),
      sealed BYTES,
      \(grants)
    );

    RECORD TYPE SealedMessage (
      \(names),
      sealed BYTES,
      timestamp TIMESTAMP QUERYABLE SORTABLE,
      attachment ASSET,
      \(grants)
    );

    RECORD TYPE SealedReaction (
      \(names),
      sealed BYTES,
      \(grants)
    );

    RECORD TYPE SealedRead (
      \(names),
      sealed BYTES,
      \(grants)
    );

    RECORD TYPE SealedPin (
      \(names),
      sealed BYTES,
      \(grants)
    );

    RECORD TYPE ChatKeys (
      \(names),
      statement BYTES,
      \(grants)
    );

    RECORD TYPE ChatCard (
      \(names),
      card BYTES,
      proof BYTES,
      \(grants)
    );

    RECORD TYPE Keyring (
      \(names),
      passphrase BYTES,
      code BYTES,
      \(grants)
    );

    RECORD TYPE Users (
      roles LIST<INT64>,
      card BYTES,
      GRANT WRITE TO "_creator",
      GRANT READ TO "_world"
    );
    """

  /// For questions without a filter.
  private static let names = """
    "___recordID" REFERENCE QUERYABLE
    """

  /// The grants that CloudKit gives a new record type.
  ///
  /// They apply only in the public database, which holds no chats.
  private static let grants = """
    GRANT WRITE TO "_creator",
      GRANT CREATE TO "_icloud",
      GRANT READ TO "_world"
    """
}
