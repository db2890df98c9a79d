import TerminalUI
import Testing

struct PasteTests {
  private static let begin = "\u{1B}[200~"
  private static let end = "\u{1B}[201~"
  private static let limit = 1 << 20

  @Test func `a paste is one event with plain line ends`() {
    var decoder = InputDecoder()
    let bytes = "\(Self.begin)one\r\ntwo\rthree\n\u{1B}[A\(Self.end)x"
    let events = decoder.decode(bytes.utf8)
    #expect(events == [.paste("one\ntwo\nthree\n\u{1B}[A"), .key(.character("x"))])
  }

  @Test func `an empty paste is nothing and a stray end is nothing`() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\(Self.begin)\(Self.end)\(Self.end)".utf8).isEmpty)
    #expect(!decoder.isPending)
  }

  @Test func `text that only looks like the end stays in the paste`() {
    var decoder = InputDecoder()
    let events = decoder.decode("\(Self.begin)\u{1B}[20\u{1B}\u{1B}[201x\(Self.end)".utf8)
    #expect(events == [.paste("\u{1B}[20\u{1B}\u{1B}[201x")])
  }

  @Test func `a paste without an end is over when flushed`() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\(Self.begin)half".utf8).isEmpty)
    #expect(decoder.awaitsRest)
    #expect(!decoder.isPending)
    #expect(decoder.flush() == [.paste("half")])
    #expect(!decoder.awaitsRest)
  }

  @Test(arguments: ["x漢é", "\u{1B}[201"])
  func `a large paste is one event, cut off far above what any text field takes`(unit: String) {
    for count in [Self.limit / 2, 3 * Self.limit] {
      let text = String(repeating: unit, count: count / unit.utf8.count)
      var decoder = InputDecoder()
      let events = decoder.decode((Self.begin + text + Self.end + "q").utf8)
      guard events.count == 2, case .paste(let pasted) = events[0] else {
        Issue.record("\(events.count) events")
        continue
      }
      #expect(pasted.utf8.count <= Self.limit + 3 && pasted.utf8.count > min(count, Self.limit) - 8)
      // The last character may be cut.
      #expect(text.hasPrefix(pasted.dropLast()))
      #expect(events[1] == .key(.character("q")))
    }
  }
}
