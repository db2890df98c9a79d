/// The record types of a chat, for a container that is made for it.
///
/// One index is asked for, by time, in which a device that comes anew finds the newest messages of a
/// chat. A container without a schema learns the same fields from the first records and indexes all of
/// them, each word of each message too, which nobody looks for: people search in their replicas.
///
/// Source: CloudKit, “Integrating a Text-Based Schema into Your Workflow”.
package enum ChatSchema {
  package static let text = """
    DEFINE SCHEMA

    RECORD TYPE ChatSession (
      name STRING,
      renamedAt TIMESTAMP,
      createdAt TIMESTAMP,
      lastMessageAt TIMESTAMP,
      \(grants)
    );

    RECORD TYPE Message (
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
      \(grants)
    );

    RECORD TYPE MessageReaction (
      messageRef REFERENCE,
      userID STRING,
      emoji STRING,
      createdAt TIMESTAMP,
      isRemoved INT64,
      \(grants)
    );

    RECORD TYPE MessageRead (
      messageRef REFERENCE,
      userID STRING,
      readAt TIMESTAMP,
      \(grants)
    );
    """

  /// What CloudKit gives a new type.
  ///
  /// They count in the public database alone, where no chat is.
  private static let grants = """
    GRANT WRITE TO "_creator",
      GRANT CREATE TO "_icloud",
      GRANT READ TO "_world"
    """
}
