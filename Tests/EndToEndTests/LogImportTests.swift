import Foundation
import Testing

/// Histories of other programs: everything in them is somebody else's, and says that it comes from an archive.
@Suite(.timeLimit(.minutes(15)))
struct LogImportTests {
  private static let weechat = """
    2024-03-01 10:00:00\t-->\tbob (~b@x) has joined #swift
    2024-03-01 10:00:01\t@bob\tHello
    2024-03-01 10:00:01\talice\tHi bob
    2024-03-01 10:00:01\talice\tHi bob
    2024-03-01 10:00:02\t *\tbob waves
    nonsense
    2024-03-01 10:00:03\tI\tI pay

    """

  @Test func `a log of WeeChat keeps its senders, and doubles nothing when it is imported again`()
    async throws
  {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let file = world.home.appendingPathComponent("irc.#swift.weechatlog")
      try Data(Self.weechat.utf8).write(to: file)
      let tried = try await world.run("alice", "import", file.path, "--dry-run")
      #expect(tried.code == 0 && tried.output.hasPrefix("5 messages with 0 files"), "\(tried)")
      #expect(try await !world.did("alice", "chats").contains("swift"))
      let result = try await world.run("alice", "import", file.path)
      #expect(result.words.contains("1 line cannot be read as weechat"), "\(result)")
      let texts = [
        "bob (imported): Hello", "alice (imported): Hi bob", "alice (imported): Hi bob",
        "bob (imported): * waves", "I_ (imported): I pay",
      ]
      let chat = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(try await world.messages("alice", in: chat).map(\.text) == texts)
      #expect(try await world.did("alice", "chats").contains("irc.#swift"))
      try Data((Self.weechat + "2024-03-01 10:00:04\teve\tNew\n").utf8).write(to: file)
      let again = try await world.did("alice", "import", file.path, "--into", chat, "--json")
      #expect(again.contains(#""existing":5"#) && again.contains(#""imported":1"#), "\(again)")
      #expect(
        try await world.messages("alice", in: chat).map(\.text) == texts + ["eve (imported): New"])
    }
  }

  @Test func `a log of irssi has its days, the time of its place and old encodings`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let file = world.home.appendingPathComponent("#swift.log")
      let lines = [
        "--- Log opened Fri Mar 01 10:00:00 2024", "10:00 -!- bob [b@x] has joined #swift",
        "10:01 < bob> caf\u{E9}", "--- Day changed Sat Mar 02 2024",
        "00:02 <@[eve]> \u{3}04,01red\u{3} text", "00:02  * bob waves",
        "--- Log closed Sat Mar 02 00:10:00 2024",
      ]
      try #require(lines.joined(separator: "\r\n").data(using: .isoLatin1)).write(to: file)
      let chat = try await world.did(
        "alice", "import", file.path, "--time-zone", "Europe/Warsaw", "--title", "Old")
      #expect(
        try await world.messages("alice", in: chat).map(\.text) == [
          "bob (imported): café", "_eve_ (imported): red text", "bob (imported): * waves",
        ])
      let exported = try await world.did("alice", "export", chat)
      #expect(exported.contains(#""timestamp":"2024-03-01T23:02:00.001Z""#), "\(exported)")
    }
  }

  @Test func `a room that Element has exported keeps its title, answers and missing files`()
    async throws
  {
    func event(_ number: Int, _ sender: String, _ content: String) -> String {
      """
              {"type": "m.room.message", "sender": "@\(sender):example.org", "event_id": "$\(number)",
              "origin_server_ts": 17000000\(10 + number)000, "content": \(content)}
      """
    }
    let events = [
      event(1, "bob", #"{"msgtype": "m.text", "body": "Hello ] } \" \\"}"#),
      event(
        2, "eve",
        #"{"msgtype": "m.text", "body": "> <@bob:example.org> Hello\n\nHi", "#
          + #""m.relates_to": {"m.in_reply_to": {"event_id": "$1"}}}"#),
      event(
        3, "bob",
        #"{"msgtype": "m.image", "body": "cat.png", "info": {"mimetype": "image/png", "size": 12}}"#
      ),
      event(4, "eve", "{}"), event(1, "bob", #"{"msgtype": "m.text", "body": "twice"}"#),
    ]
    let room = """
      {
          "room_name": "Old room",
          "messages": [
      \(events.joined(separator: ",\n"))
          ]
      }
      """
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let file = world.home.appendingPathComponent("export.json")
      try Data(room.utf8).write(to: file)
      let chat = try await world.did("alice", "import", file.path)
      #expect(try await world.did("alice", "chats").contains("Old room"))
      #expect(
        try await world.messages("alice", in: chat).map(\.text) == [
          #"bob:example.org (imported): Hello ] } " \"#, "eve:example.org (imported): Hi",
          "bob:example.org (imported, without its file ‘cat.png’)",
        ])
      let exported = try await world.did("alice", "export", chat)
      #expect(exported.contains(#""replyTo":"log-"#))
      try Data(room.utf8.dropLast(4)).write(to: file)
      let cut = try await world.run("alice", "import", file.path)
      #expect(cut.code == 1 && cut.output.isEmpty && cut.words.contains("not whole"), "\(cut)")
    }
  }
}
