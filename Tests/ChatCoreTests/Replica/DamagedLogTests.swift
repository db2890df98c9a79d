import ChatStore
import Foundation
import GRDB
import TestSupport
import Testing

/// The log of a replica, whole and damaged.
struct DamagedLogTests {
  private static let texts = (1...5).map { "message \($0)" }
  private static let frameBytes = 24 + 4096

  /// A replica with one message for each transaction, all of them only in the log of a killed process.
  private func replica(in folder: URL, afterReset: Bool = false) throws -> String {
    let (living, path) = (folder.path + "/living", folder.path + "/killed")
    let queue = try DatabaseQueue(path: living)
    try queue.inDatabase { db in
      db.add(function: SearchableText.function)
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    }
    try ReplicaSchema.migrator.migrate(queue)
    try queue.inDatabase { db in
      try db.execute(
        sql: """
          INSERT INTO account (id, userRecordName) VALUES (1, '_alice');
          INSERT INTO chat (zoneName, ownerName, name, createdAt, permission)
            VALUES ('chat-1', '_alice', 'Crew', 1, 'READ_WRITE');
          """)
      // The next transaction begins the log anew; with a reset, the frames of this run stay behind it.
      _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(\(afterReset ? "RESTART" : "TRUNCATE"))")
    }
    for text in Self.texts {
      try queue.write { db in
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
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: living + end, toPath: path + end)
    }
    try queue.close()
    return path
  }

  private func log(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
  }

  private func write(_ log: Data, _ path: String) throws {
    try log.write(to: URL(fileURLWithPath: path + "-wal"))
  }

  /// The texts of the transactions that stand before a place in a log.
  private func texts(before place: Int, in log: Data) -> [String] {
    let ends = stride(from: 32, through: log.count - Self.frameBytes, by: Self.frameBytes)
      // The frame with which a transaction ends says how many pages the database has.
      .filter { log[$0 + 4..<$0 + 8] != Data(count: 4) }.map { $0 + Self.frameBytes }
    return Array(Self.texts.prefix(ends.count { $0 <= place }))
  }

  /// The texts in a new replica that is made of what can be read, and those whose chat is not known any more.
  private func salvaged(
    _ path: String, _ extent: ReplicaSalvage.Extent = .all
  ) throws -> [String] {
    let (copy, new) = (path + ".copy", path + ".new")
    for file in [copy, copy + "-wal", new] where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.removeItem(atPath: file)
    }
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
    }
    let found = try #require(try ReplicaSalvage(path: copy).copy(to: new, of: "_alice"))
    #expect(found.messages == found.unsent && found.extent == extent)
    let kept = try DatabaseQueue(path: new).read {
      try String.fetchAll($0, sql: "SELECT text FROM message ORDER BY id")
    }
    return kept + found.lostTexts
  }

  @Test(arguments: [false, true])
  func `a log that is whole is sound, also with frames of an earlier run behind it`(
    afterReset: Bool
  ) async throws {
    try await withTemporaryDirectory { folder in
      let path = try replica(in: folder, afterReset: afterReset)
      #expect(UnopenedReplica(path: path).damage == nil)
      #expect(try ReplicaSalvage(path: path).problems() == [])
      #expect(try salvaged(path) == Self.texts)
    }
  }

  @Test func `a transaction without its end is no damage, and is not taken`() async throws {
    try await withTemporaryDirectory { folder in
      let path = try replica(in: folder)
      let whole = try log(path)
      // Without the last frame, with a part of it, and with one that was begun over older bytes.
      for bytes in [whole.count - Self.frameBytes, whole.count - 1, whole.count - 4090] {
        try write(whole.prefix(bytes), path)
        #expect(UnopenedReplica(path: path).damage == nil, "\(bytes)")
        #expect(try salvaged(path) == Self.texts.dropLast(), "\(bytes)")
      }
    }
  }

  @Test func `one wrong byte is found wherever it is, and what stands behind it may be lost`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let path = try replica(in: folder)
      let whole = try log(path)
      let frames = (whole.count - 32) / Self.frameBytes
      try #require(frames > 10)
      let heads = stride(from: 0, to: 24, by: 2).map { 32 + 3 * Self.frameBytes + $0 }
      let pages = stride(from: 0, to: frames, by: 3).map {
        32 + $0 * Self.frameBytes + 24 + ($0 * 397) % 4000
      }
      for place in Array(stride(from: 0, to: 32, by: 3)) + heads + pages {
        var damaged = whole
        damaged[place] ^= 0x10
        try write(damaged, path)
        #expect(UnopenedReplica(path: path).damage?.contains("its log") == true, "\(place)")
        #expect(try ReplicaSalvage(path: path).problems().count == 1, "\(place)")
        #expect(
          try salvaged(path, .logUntilDamage) == texts(before: place, in: whole), "\(place)")
      }
    }
  }

  @Test func `the rows behind a lost page may be lost`() async throws {
    try await withTemporaryDirectory { folder in
      let path = try replica(in: folder)
      let whole = try log(path)
      // The beginning, and the first frame with it.
      for range in [0..<32, 0..<4096, 32..<32 + Self.frameBytes, 8192..<8192 + 512] {
        var damaged = whole
        damaged.replaceSubrange(range, with: Data(count: range.count))
        try write(damaged, path)
        #expect(UnopenedReplica(path: path).damage != nil, "\(range)")
        #expect(
          try salvaged(path, .logUntilDamage) == texts(before: range.lowerBound, in: whole),
          "\(range)")
      }
    }
  }

  @Test func `a file that is no database is not opened, and its log is kept`() async throws {
    try await withTemporaryDirectory { folder in
      let path = try replica(in: folder)
      let whole = try log(path)
      for contents in [Data(), Data("x".utf8), Data(count: 8192)] {
        try contents.write(to: URL(fileURLWithPath: path))
        #expect(UnopenedReplica(path: path).damage != nil)
        #expect(try ReplicaSalvage(path: path).problems().count == 1)
        #expect(try log(path) == whole)
        #expect(try salvaged(path, .onlyLog) == Self.texts, "\(contents)")
      }
    }
  }
}
