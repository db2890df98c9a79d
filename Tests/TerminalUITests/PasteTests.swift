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

  @Test func `what looks like the end but is not stays in the paste`() {
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
  func `a large paste is split between characters and loses nothing`(unit: String) {
    let text = String(repeating: unit, count: 2 * Self.limit / unit.utf8.count - 1)
    var decoder = InputDecoder()
    let events = decoder.decode((Self.begin + text + Self.end).utf8)
    var joined = ""
    for event in events {
      guard case .paste(let part) = event else {
        Issue.record("\(event)")
        continue
      }
      #expect(part.utf8.count <= Self.limit + 8)
      joined += part
    }
    #expect(joined == text)
    #expect(events.count == 2)
  }
}
