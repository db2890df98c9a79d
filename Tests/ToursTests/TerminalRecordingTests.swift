import Foundation
import Testing
import Tours

/// Recordings as asciinema reads them.
@Suite struct TerminalRecordingTests {
  private func written(_ recording: TerminalRecording) throws -> [String] {
    String(decoding: try recording.data(), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test func `a recording has a header, and times that never go back`() throws {
    var recording = TerminalRecording(title: "Tour", columns: 80, rows: 24)
    recording.write(Array("\u{1B}[Ha".utf8), at: .milliseconds(1500))
    recording.mark("Bob joins", at: .milliseconds(1200))
    recording.write(Array("b/".utf8), at: .seconds(2))
    let lines = try written(recording)
    let env = #"{"TERM":"xterm-256color"}"#
    #expect(
      lines[0] == #"{"env":\#(env),"height":24,"title":"Tour","version":2,"width":80}"#)
    // The digits of an escape may be of either case.
    #expect(lines[1].lowercased() == #"[1.5,"o","\u001b[ha"]"#)
    #expect(lines[2...] == [#"[1.5,"m","Bob joins"]"#, #"[2,"o","b/"]"#])
    #expect(!recording.isCut)
  }

  @Test func `a character that comes in two parts is written whole`() throws {
    for character in ["é", "─", "🚆"] {
      var recording = TerminalRecording(title: "", columns: 80, rows: 24)
      let bytes = Array(character.utf8)
      for (index, byte) in bytes.enumerated() { recording.write([byte], at: .seconds(index)) }
      let time = bytes.count - 1
      let lines = try written(recording)
      #expect(lines.dropFirst() == ["[\(time),\"o\",\"\(character)\"]"])
    }
  }
}
