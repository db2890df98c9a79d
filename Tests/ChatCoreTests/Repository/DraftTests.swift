import ChatCore
import ChatModel
import Foundation
import GRDB
import Testing
import TestSupport

/// What is typed in one window is not lost to another, however they end.
struct DraftTests {
  /// A window of the profile in a folder.
  private func window(_ directory: URL) throws -> ChatRepository {
    let replica = try Replica(
      directory: directory, account: Account(userRecordName: "_alice", name: "alice"),
      now: TestTime().now)
    return ChatRepository(replica: replica, makeUnique: { UUID().uuidString })
  }

  private func files(_ directory: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: directory.appending(path: "windows").path)
  }

  @Test func `two windows in one chat do not lose one another's draft`() async throws {
    try await withTemporaryDirectory { directory in
      let one = try window(directory)
      let chat = try await one.createChat(title: "Tea")
      var two: ChatRepository? = try window(directory)
      try await two?.saveDraft("precious", in: chat)
      try await one.saveDraft("ok", in: chat)
      try await one.send("ok", to: chat)
      #expect(try await one.openDraft(in: chat) == Draft(kept: ""), "the other window is running")
      #expect(try await two?.openDraft(in: chat) == Draft(kept: "precious"))
      two = nil
      #expect(try await one.openDraft(in: chat) == Draft(kept: "", left: "precious"))
      #expect(try await one.openDraft(in: chat) == Draft(kept: "precious"), "taken over once")
    }
  }

  @Test func `a draft of a window that ended is not overwritten`() async throws {
    try await withTemporaryDirectory { directory in
      var one: ChatRepository? = try window(directory)
      let chat = try #require(try await one?.createChat(title: "Tea"))
      try await one?.saveDraft("first", in: chat)
      one = nil
      let two = try window(directory)
      try await two.saveDraft("second", in: chat)
      #expect(try await two.openDraft(in: chat) == Draft(kept: "second", left: "first"))
      #expect(try await two.openDraft(in: chat) == Draft(kept: "second\nfirst"))
    }
  }

  @Test func `more drafts than fit into a message stay for later`() async throws {
    try await withTemporaryDirectory { directory in
      let long = String(repeating: "x", count: Message.textLimitBytes - 10)
      var windows = [try window(directory), try window(directory)]
      let chat = try await windows[0].createChat(title: "Tea")
      for window in windows { try await window.saveDraft(long, in: chat) }
      windows = []
      let next = try window(directory)
      #expect(try await next.openDraft(in: chat) == Draft(kept: "", left: long))
      #expect(try await next.openDraft(in: chat) == Draft(kept: long))
      try await next.saveDraft("", in: chat)
      #expect(try await next.openDraft(in: chat) == Draft(kept: "", left: long))
    }
  }

  @Test func `a command that sends leaves the draft of a window alone`() async throws {
    try await withTemporaryDirectory { directory in
      let window = try window(directory)
      let chat = try await window.createChat(title: "Tea")
      try await window.saveDraft("half a thou", in: chat)
      try await self.window(directory).send("from a script", to: chat)
      #expect(try await window.openDraft(in: chat).kept == "half a thou")
    }
  }

  @Test func `windows leave no files behind`() async throws {
    try await withTemporaryDirectory { directory in
      var one: ChatRepository? = try window(directory)
      let chat = try #require(try await one?.createChat(title: "Tea"))
      try await one?.saveDraft("a", in: chat)
      #expect(try files(directory).count == 1)
      one = nil
      #expect(try files(directory).isEmpty)
      // A window that was killed leaves its file.
      let folder = directory.appending(path: "windows")
      try Data().write(to: folder.appending(path: "killed"))
      let two = try window(directory)
      try await two.saveDraft("b", in: chat)
      #expect(try files(directory).count == 1)
    }
  }

  @Test func `a name of a window that is a path removes nothing`() async throws {
    try await withTemporaryDirectory { directory in
      let window = try window(directory)
      let chat = try await window.createChat(title: "Tea")
      let queue = try DatabaseQueue(path: Replica.path(in: directory))
      try await queue.write { db in
        try db.execute(
          sql: "INSERT INTO draft (chatID, window, text) VALUES (?, '../replica.bell', 'left')",
          arguments: [chat.rawValue])
      }
      try queue.close()
      #expect(try await window.openDraft(in: chat).left == "left")
      let bell = directory.appending(path: "replica.bell").path
      #expect(FileManager.default.fileExists(atPath: bell))
    }
  }
}
