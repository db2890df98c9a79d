import Foundation
import Testing

/// Files through the program: sent by one, fetched by another.
@Suite(.timeLimit(.minutes(15)))
struct FileTests {
  private static let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 / 3) })

  @Test func `a file arrives as it was, when somebody asks for it`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      let file = world.home.appendingPathComponent("photo.png")
      try Self.bytes.write(to: file)
      try await world.did("alice", "send", "Crew", "--attach", file.path, "--wait")
      try await world.did("bob", "sync")
      let message = try #require(try await world.messages("bob", in: "Crew").first)
      let attachment = try #require(message.attachment)
      #expect(attachment.name == "photo.png" && attachment.type == "image/png")
      #expect(attachment.size == 3_000_000 && attachment.isInCloud && !attachment.isHere)
      let copy = world.home.appendingPathComponent("copy.png")
      #expect(
        try await world.did("bob", "attachment", "Crew", message.id, "--output", copy.path)
          == copy.path)
      #expect(try Data(contentsOf: copy) == Self.bytes)
      let again = try await world.run(
        "bob", "attachment", "Crew", message.id, "--output", copy.path)
      #expect(again.code == 1 && again.words.contains("exists already"), "\(again)")
    }
  }

  @Test func `a window sends a file after the text that was written behind it`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      let file = world.home.appendingPathComponent("notes.txt")
      try Self.bytes.write(to: file)
      try await Terminal.with(world, "--profile", "alice", "open", "Crew") { window in
        try await window.sees("F1 help")
        try await window.type("/attach \(file.path)")
        try await window.sees(file.lastPathComponent)
        try await window.press("Enter")
        try await window.sees("Enter send the file")
        try await window.type("look")
        try await window.sees("Enter send with caption")
        try await window.press("Enter")
        // Text that is read together with the end of the line before would be a paste.
        try await window.waits(for: "empty line") { rows in
          rows.contains { $0.trimmingCharacters(in: .whitespaces).hasSuffix("│❯") }
        }
        try await window.type("and this")
        try await window.press("Enter")
        try await window.sees("▌notes.txt  3.0 MB")
        try await window.sees("and this")
      }
      // The window may be closed before everything is sent.
      try await world.did("alice", "sync")
      try await world.did("bob", "sync")
      let messages = try await world.messages("bob", in: "Crew")
      #expect(messages.map(\.text) == ["look", "and this"])
      #expect(messages.first?.attachment?.name == "notes.txt")
    }
  }

  @Test func `a file that cannot be attached is named, and nothing is sent`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let file = world.home.appendingPathComponent("notes.txt")
      try Self.bytes.write(to: file)
      for place in ["/nowhere/photo.png", world.home.path] {
        let result = try await world.run(
          "alice", "send", "Crew", "look", "--attach", file.path, "--attach", place)
        #expect(result.code == 1 && result.words.contains(place), "\(result)")
      }
      #expect(try await world.messages("alice", in: "Crew").isEmpty)
      try await world.did(
        "alice", "send", "Crew", "look", "--attach", file.path, "--attach", file.path)
      let messages = try await world.messages("alice", in: "Crew")
      #expect(messages.map(\.text) == ["look", ""])
      #expect(messages.allSatisfy { $0.attachment?.name == "notes.txt" })
    }
  }
}
