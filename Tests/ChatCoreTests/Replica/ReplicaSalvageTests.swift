import ChatStore
import Foundation
import GRDB
import TestSupport
import Testing

/// A replica with damaged pages: the rows on all other pages are saved.
struct ReplicaSalvageTests {
  private static let texts = (1...1000).map { "message \($0)" }

  /// Makes a replica with messages that were not sent.
  private func make(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    queue.inDatabase { db in db.add(function: SearchableText.function) }
    try ReplicaSchema.migrator.migrate(queue)
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO account (id, userRecordName) VALUES (1, '_alice');
          INSERT INTO chat (zoneName, ownerName, name, createdAt, permission)
            VALUES ('chat-1', '_alice', 'Crew', 1, 'READ_WRITE');
          INSERT INTO draft (chatID, window, text) VALUES (1, 'w', 'a draft');
          """)
      for text in Self.texts {
        try db.execute(
          sql: """
            INSERT INTO message (chatID, recordName, senderID, text, timestamp, epoch)
            VALUES (1, :text, '_alice', :text, 1, 0)
            """, arguments: ["text": text])
        try db.execute(
          sql: "INSERT INTO outbox (chatID, recordName, kind) VALUES (1, ?, 'message')",
          arguments: [text])
      }
    }
    try queue.close()
  }

  /// Fills the pages on which the messages stand with one byte.
  private func damage(_ path: String, at texts: [String]) throws {
    var file = try Data(contentsOf: URL(fileURLWithPath: path))
    for text in texts {
      // As the row of the message has them: its name, its sender and its text.
      let place = try #require(file.range(of: Data("\(text)_alice\(text)".utf8))?.lowerBound)
      let start = place / 4096 * 4096
      file.replaceSubrange(start..<start + 4096, with: Data(repeating: 0xA5, count: 4096))
    }
    try file.write(to: URL(fileURLWithPath: path))
  }

  @Test func `rows before, between and behind damaged pages are saved, and others are counted`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let (path, new) = (folder.path + "/damaged", folder.path + "/new")
      try make(path)
      try damage(path, at: ["message 300", "message 600"])
      #expect(try !ReplicaSalvage(path: path).problems().isEmpty)
      let found = try #require(try ReplicaSalvage(path: path).copy(to: new, of: "_alice"))
      let (kept, drafts) = try await DatabaseQueue(path: new).read { db in
        (
          try String.fetchAll(db, sql: "SELECT text FROM message ORDER BY id"),
          try String.fetchAll(db, sql: "SELECT text FROM draft")
        )
      }
      #expect(found.incomplete == ["message"] && found.extent == .all)
      #expect(found.messages == kept.count && found.unsent == kept.count)
      #expect(found.lost == Self.texts.count - kept.count)
      // A page has some fifty messages.
      #expect((1...200).contains(found.lost))
      #expect(kept == Self.texts.filter(Set(kept).contains))
      #expect(Set(kept).isSuperset(of: ["message 1", "message 450", "message 1000"]))
      #expect(drafts == ["a draft"])
    }
  }
}
