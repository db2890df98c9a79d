import ChatCore
import ChatModel
import Foundation
import GRDB
import Testing
import TestSupport

/// A draft that is typed in one window is not lost to another, however the windows end.
struct DraftTests {
  /// A window of the profile in a folder.
  private func window(_ directory: URL) throws -> ChatRepository {
    let replica = try Replica(
      directory: directory, account: Account(userRecordName: "_alice", name: "alice"),
      now: TestTime().now)
    return ChatRepository(replica: replica, makeUnique: { UUID().uuidString })
  }

  /// The texts that a window has kept, and that others left.
  private func read(_ window: ChatRepository?, _ chat: ChatID) async throws -> [String] {
    let draft = try await window?.openDraft(in: chat)
    return [draft?.kept.text ?? "", draft?.left.text ?? ""]
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
      try await two?.saveDraft(Draft(text: "precious"), in: chat)
      try await one.saveDraft(Draft(text: "ok"), in: chat)
      try await one.send("ok", to: chat)
      #expect(try await read(one, chat) == ["", ""], "the other window is running")
      #expect(try await read(two, chat) == ["precious", ""])
      two = nil
      #expect(try await read(one, chat) == ["", "precious"])
      #expect(try await read(one, chat) == ["precious", ""], "taken over once")
    }
  }

  @Test func `a draft of a window that ended is not overwritten`() async throws {
    try await withTemporaryDirectory { directory in
      var one: ChatRepository? = try window(directory)
      let chat = try #require(try await one?.createChat(title: "Tea"))
      try await one?.saveDraft(Draft(text: "first"), in: chat)
      one = nil
      let two = try window(directory)
      try await two.saveDraft(Draft(text: "second"), in: chat)
      #expect(try await read(two, chat) == ["second", "first"])
      #expect(try await read(two, chat) == ["second\nfirst", ""])
    }
  }

  @Test func `a draft keeps the message that it answers or changes`() async throws {
    try await withTemporaryDirectory { directory in
      var one: ChatRepository? = try window(directory)
      let chat = try #require(try await one?.createChat(title: "Tea"))
      let draft = Draft(
        text: "yes", replyTo: "a", edit: Draft.Edit(messageName: "b", text: "changed"),
        files: ["/a b.png", "/two\nlines\u{1F600}"])
      try await one?.saveDraft(draft, in: chat)
      #expect(try await one?.openDraft(in: chat).kept == draft)
      one = nil
      #expect(try await window(directory).openDraft(in: chat).left == draft)
    }
  }

  @Test func `files that wait without a text are a draft, until they are sent`() async throws {
    try await withTemporaryDirectory { directory in
      let window = try window(directory)
      let chat = try await window.createChat(title: "Tea")
      let files = ["a.txt", "b.txt"].map { directory.appending(path: $0) }
      for file in files { try Data("text".utf8).write(to: file) }
      try await window.saveDraft(Draft(files: files.map(\.path)), in: chat)
      #expect(try await window.openDraft(in: chat).kept.files == files.map(\.path))
      await #expect(throws: ChatError.self) {
        try await window.send("", attaching: files + [directory], to: chat)
      }
      #expect(try await window.openDraft(in: chat).kept.files.count == 2, "nothing was written")
      let sent = try await window.send("both", attaching: files, to: chat, replyingTo: "x")
      #expect(try await window.openDraft(in: chat).kept.isEmpty)
      let messages = try await window.messages(sent)
      #expect(messages.map(\.text) == ["both", ""])
      #expect(messages.map { $0.attachment?.name } == ["a.txt", "b.txt"])
      #expect(messages.map { $0.replyTo?.recordName } == ["x", nil])
    }
  }

  @Test func `more drafts than fit into a message stay for later`() async throws {
    try await withTemporaryDirectory { directory in
      let long = String(repeating: "x", count: Message.textLimitBytes - 10)
      var windows = [try window(directory), try window(directory)]
      let chat = try await windows[0].createChat(title: "Tea")
      for window in windows { try await window.saveDraft(Draft(text: long), in: chat) }
      windows = []
      let next = try window(directory)
      #expect(try await read(next, chat) == ["", long])
      #expect(try await read(next, chat) == [long, ""])
      try await next.saveDraft(Draft(), in: chat)
      #expect(try await read(next, chat) == ["", long])
    }
  }

  @Test func `a command that sends leaves the draft of a window alone`() async throws {
    try await withTemporaryDirectory { directory in
      let window = try window(directory)
      let chat = try await window.createChat(title: "Tea")
      try await window.saveDraft(Draft(text: "half a thou"), in: chat)
      try await self.window(directory).send("from a script", to: chat)
      #expect(try await window.openDraft(in: chat).kept.text == "half a thou")
    }
  }

  @Test func `windows leave no files behind`() async throws {
    try await withTemporaryDirectory { directory in
      var one: ChatRepository? = try window(directory)
      let chat = try #require(try await one?.createChat(title: "Tea"))
      try await one?.saveDraft(Draft(text: "a"), in: chat)
      #expect(try files(directory).count == 1)
      one = nil
      #expect(try files(directory).isEmpty)
      // A window that was killed leaves its file.
      let folder = directory.appending(path: "windows")
      try Data().write(to: folder.appending(path: "killed"))
      let two = try window(directory)
      try await two.saveDraft(Draft(text: "b"), in: chat)
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
      #expect(try await window.openDraft(in: chat).left.text == "left")
      let bell = directory.appending(path: "replica.bell").path
      #expect(FileManager.default.fileExists(atPath: bell))
    }
  }
}
