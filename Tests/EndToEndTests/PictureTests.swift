import Foundation
import Pictures
import Testing

/// The process that decodes pictures for a window, on files of all kinds.
@Suite(.timeLimit(.minutes(5)))
struct PictureTests {
  /// Four columns and two rows: red above, green and blue below.
  private static let gif = Data([
    71, 73, 70, 56, 57, 97, 4, 0, 2, 0, 129, 0, 0, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 33,
    249, 4, 1, 0, 0, 0, 0, 44, 0, 0, 0, 0, 4, 0, 2, 0, 0, 2, 4, 140, 35, 50, 83, 0, 59,
  ])

  /// The start of a PNG file that claims a size.
  private static func png(_ width: UInt16, _ height: UInt16) -> Data {
    var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
    file += Data("IHDR".utf8)
    for number in [width, height] {
      file += Data([0, 0, UInt8(number >> 8), UInt8(truncatingIfNeeded: number)])
    }
    file += Data([8, 2, 0, 0, 0, 0, 0, 0, 0])
    return file
  }

  @Test func `a picture is printed small, and a hostile file is refused in one word`() async throws
  {
    try await World.with { world in
      func answer(_ name: String, _ data: Data?) async throws -> PictureAnswer {
        let file = world.home.appendingPathComponent(name)
        try data?.write(to: file)
        let result = try await world.program.run(["draw-picture", file.path, "2", "1"])
        #expect(result.code == 0 && result.words.isEmpty, "\(name): \(result)")
        return PictureAnswer(line: result.output, atMost: PixelSize(width: 2, height: 1))
      }
      let drawn = try #require(
        PixelImage(
          size: PixelSize(width: 2, height: 1), bytes: [127, 127, 0, 255, 127, 0, 127, 255]))
      #expect(try await answer("small.gif", Self.gif) == .picture(drawn))
      #expect(try await answer("cut.gif", Self.gif.dropLast(3)) == .refused)
      #expect(try await answer("large.png", Self.png(60_000, 60_000)) == .refused)
      #expect(try await answer("text.png", Data("no picture at all".utf8)) == .refused)
      #expect(try await answer("missing.png", nil) == .refused)
      #expect(try await answer("", nil) == .refused, "a folder")
      // With the library it is refused, as its pixels are missing.
      let broken = try await answer("broken.png", Self.png(7_000, 7_000))
      #expect(broken == .refused || broken == .missing(library: "libpng16-16"))
    }
  }

  @Test func `a window sends a picture to a terminal that knows kitty's protocol`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      let file = world.home.appendingPathComponent("small.gif")
      try Self.gif.write(to: file)
      try await world.did("alice", "send", "Crew", "--attach", file.path)
      let answers: PseudoTerminal.Answers = [
        ("\u{1B}_Gi=31", "\u{1B}_Gi=31;OK\u{1B}\\"), ("\u{1B}[c", "\u{1B}[?62;c"),
      ]
      try await PseudoTerminal.with(
        world, [Program.executable.path, "--profile", "alice", "open", "Crew"],
        environment: ["SSH_CONNECTION": nil, "SSH_TTY": nil], answers: answers
      ) { terminal in
        try await terminal.waits(for: "the picture and its place") {
          $0.text.contains("f=24,s=4,v=2,c=1,r=1,m=0;")
            && $0.text.unicodeScalars.contains("\u{10EEEE}")
        }
        terminal.type("\u{11}")
        #expect(await terminal.ended() == .exited(0))
        #expect(terminal.text.contains("\u{1B}_Ga=d,d=I,i="), "the terminal forgets it")
        #expect(terminal.ledger.isClean, "\(terminal.ledger)")
      }
    }
  }
}
