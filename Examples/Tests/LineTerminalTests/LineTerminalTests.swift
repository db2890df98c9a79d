import LineTerminal
import Testing

@Suite struct LineTerminalTests {
  @Test(arguments: [
    ("\u{1B}[2Jgone", " [2Jgone"), ("two\nlines", "two lines"), ("a\u{202E}b", "a\u{FFFD}b"),
    ("\u{9B}1m", " 1m"), ("👩\u{200D}🚀 ü", "👩\u{200D}🚀 ü"),
  ])
  func `the words of others cannot steer a terminal`(text: String, shown: String) {
    #expect(text.harmless == shown)
  }

  @Test func `a line is a word and the rest`() {
    #expect(LineCommand("  Write  two  words").word == "write")
    #expect(LineCommand("write  two  words").rest == "two  words")
    #expect(LineCommand("").word == "" && LineCommand("quit").rest == "")
  }

  @Test(arguments: ["0", "3", "-1", "x", "", "99999999999999999999"])
  func `a number that names no item names none`(number: String) {
    #expect(LineCommand("delete " + number).item(of: ["a", "b"]) == nil)
  }

  @Test func `items are counted from one`() {
    #expect(LineCommand("delete 2").item(of: ["a", "b"]) == "b")
  }
}
