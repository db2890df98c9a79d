import TerminalUI
import Testing

struct InputDecoderTests {
  static let esc = "\u{1B}"

  private func decode(_ text: String) -> [InputEvent] {
    var decoder = InputDecoder()
    return decoder.decode(text.utf8) + decoder.flush()
  }

  @Test(arguments: [
    ("a", KeyEvent.character("a")), ("é", .character("é")), ("漢", .character("漢")),
    ("\r", KeyEvent(.enter)), ("\n", .control("j")), ("\t", KeyEvent(.tab)),
    ("\u{7F}", KeyEvent(.backspace)), ("\u{8}", KeyEvent(.backspace)), ("\u{0}", .control(" ")),
    ("\u{1}", .control("a")), ("\u{1A}", .control("z")), ("\u{1F}", .control("_")),
    ("\u{1C}", .control("\\")), ("\u{11}", .control("q")), ("\u{13}", .control("s")),
    ("\(esc)a", .alt("a")), ("\(esc)é", .alt("é")), ("\(esc)\r", KeyEvent(.enter, .alt)),
    ("\(esc)\u{7F}", KeyEvent(.backspace, .alt)),
    ("\(esc)\u{1}", KeyEvent(.character("a"), [.alt, .control])),
    ("\(esc)[", .alt("[")), ("\(esc)O", .alt("O")), ("\(esc)]", .alt("]")), ("\(esc)P", .alt("P")),
    ("\(esc)", KeyEvent(.escape)),
  ])
  func `plain keys`(bytes: String, key: KeyEvent) {
    #expect(decode(bytes) == [.key(key)])
  }

  @Test(arguments: [
    ("[A", KeyEvent(.up)), ("OA", KeyEvent(.up)), ("[B", KeyEvent(.down)), ("[C", KeyEvent(.right)),
    ("[D", KeyEvent(.left)), ("[H", KeyEvent(.home)), ("OH", KeyEvent(.home)),
    ("[1~", KeyEvent(.home)), ("[7~", KeyEvent(.home)), ("[F", KeyEvent(.end)),
    ("[4~", KeyEvent(.end)), ("[8~", KeyEvent(.end)), ("[2~", KeyEvent(.insert)),
    ("[3~", KeyEvent(.delete)), ("[5~", KeyEvent(.pageUp)), ("[6~", KeyEvent(.pageDown)),
    ("OP", KeyEvent(.function(1))), ("OS", KeyEvent(.function(4))),
    ("[11~", KeyEvent(.function(1))), ("[[A", KeyEvent(.function(1))),
    ("[[E", KeyEvent(.function(5))), ("[15~", KeyEvent(.function(5))),
    ("[17~", KeyEvent(.function(6))), ("[21~", KeyEvent(.function(10))),
    ("[23~", KeyEvent(.function(11))), ("[24~", KeyEvent(.function(12))),
    ("[Z", KeyEvent(.tab, .shift)), ("OM", KeyEvent(.enter)), ("Op", .character("0")),
    ("[1;5A", KeyEvent(.up, .control)), ("[1;3D", KeyEvent(.left, .alt)),
    ("[1;2C", KeyEvent(.right, .shift)), ("[1;8H", KeyEvent(.home, [.shift, .alt, .control])),
    ("[3;5~", KeyEvent(.delete, .control)), ("[1;2P", KeyEvent(.function(1), .shift)),
    ("O5P", KeyEvent(.function(1), .control)), ("[15;3~", KeyEvent(.function(5), .alt)),
    ("[a", KeyEvent(.up, .shift)), ("Oa", KeyEvent(.up, .control)),
    ("[3$", KeyEvent(.delete, .shift)),
    ("[3^", KeyEvent(.delete, .control)), ("[3@", KeyEvent(.delete, [.control, .shift])),
    ("\(esc)[A", KeyEvent(.up, .alt)), ("\(esc)OA", KeyEvent(.up, .alt)),
    ("[13;2u", KeyEvent(.enter, .shift)), ("[27;2;13~", KeyEvent(.enter, .shift)),
    ("[27u", KeyEvent(.escape)), ("[99;5u", .control("c")),
    ("[97;6u", KeyEvent(.character("a"), [.control, .shift])),
    ("[65;5u", KeyEvent(.character("a"), [.control, .shift])), ("[97;2u", .character("A")),
    ("[97;3u", .alt("a")), ("[9;2u", KeyEvent(.tab, .shift)),
    ("[127;3u", KeyEvent(.backspace, .alt)),
    ("[57414u", KeyEvent(.enter)), ("[57399u", .character("0")),
    // Keyboards of other scripts: code, with Shift, at the same place of a US keyboard.
    ("[1081::113;5u", .control("q")), ("[1089::99;5u", .control("c")), ("[1079::112;3u", .alt("p")),
    ("[1092:1060:97;6u", KeyEvent(.character("a"), [.control, .shift])),
    ("[1073:1041:44;4u", .alt("<")), ("[946::98;5u", .control("b")),
    ("[1513::97;5u", .control("a")),
    ("[59::113;5u", .control("q")), ("[47::113;5u", .control("q")), ("[39::119;3u", .alt("w")),
    ("[44::119;3u", .alt(",")), ("[39::113;5u", .control("'")),
    ("[1588::97;7u", KeyEvent(.character("a"), [.control, .alt])), ("[1633::49;3u", .alt("1")),
    // Other Latin keyboards keep their own letters, and signs are what Shift gives.
    ("[99::105;5u", .control("c")), ("[97::113;5u", .control("a")), ("[246::59;5u", .control("ö")),
    ("[45:95;6u", .control("_")), ("[44:60;4u", .alt("<")), ("[38:49:49;4u", .alt("1")),
    ("[97:65;6u", KeyEvent(.character("a"), [.control, .shift])),
    ("[32:32;6u", KeyEvent(.character(" "), [.control, .shift])),
    // Without the place, a table has it.
    ("[1081;5u", .control("q")), ("[27;5;1089~", .control("c")), ("[27;4;1041~", .alt("<")),
    ("[27;6;1060~", KeyEvent(.character("a"), [.control, .shift])),
    ("й", .alt("q")), ("Й", KeyEvent(.character("q"), [.alt, .shift])), ("Б", .alt("<")),
    ("θ", .alt("u")), ("ע", .alt("g")), ("ش", .alt("a")), ("ㅂ", .alt("q")), ("é", .alt("é")),
    ("[1;5:2A", KeyEvent(.up, .control)),
  ])
  func `keys sent as sequences`(bytes: String, key: KeyEvent) {
    var decoder = InputDecoder()
    #expect(decoder.decode((Self.esc + bytes).utf8) == [.key(key)])
    #expect(!decoder.isPending)
  }

  @Test func `focus and mouse`() {
    #expect(decode("\(Self.esc)[I") == [.focusGained])
    #expect(decode("\(Self.esc)[O") == [.focusLost])
    let point = Point(column: 4, row: 9)
    #expect(decode("\(Self.esc)[<64;5;10M") == [.wheel(.up, at: point)])
    #expect(decode("\(Self.esc)[<65;5;10M") == [.wheel(.down, at: point)])
    #expect(decode("\(Self.esc)[<0;5;10M\(Self.esc)[<0;5;10m") == [.click(at: point)])
    #expect(decode("\(Self.esc)[<2;5;10M\(Self.esc)[<64;0;0M\(Self.esc)[<64M").isEmpty)
  }

  @Test(arguments: [
    "[>41;354;0c", "[999~", "[x", "[1;5:3A", "]10;rgb:0/0/0\u{7}",
    "]0;title\(esc)\\", "P1$r0m\(esc)\\", "[M !!", "[57358u", "[31u", "[1114112u", "[55296u",
    "OX".replacing("X", with: "E"),
    "[\(String(repeating: "1;", count: 5000))A", "O\(String(repeating: "1", count: 5000))P",
    "_G\(String(repeating: "x", count: 5000))\(esc)\\",
  ])
  func `a sequence that is not understood is swallowed whole`(bytes: String) {
    #expect(decode(Self.esc + bytes + "z") == [.key(.character("z"))])
  }

  @Test func `a lone escape is a key after flush`() {
    var decoder = InputDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.isPending)
    #expect(decoder.flush() == [.key(KeyEvent(.escape))])
    #expect(!decoder.isPending)
    #expect(decoder.flush().isEmpty)
  }

  @Test func `two escapes are two keys after flush`() {
    let escape = InputEvent.key(KeyEvent(.escape))
    #expect(decode("\(Self.esc)\(Self.esc)") == [escape, escape])
    #expect(decode("\(Self.esc)\(Self.esc)a") == [escape, .key(.alt("a"))])
  }

  @Test func `an unfinished sequence gives way to a new one`() {
    #expect(decode("\(Self.esc)[1;\(Self.esc)[B") == [.key(KeyEvent(.down))])
    #expect(decode("\(Self.esc)[1;\r") == [.key(KeyEvent(.enter))])
    #expect(decode("\(Self.esc)[1;").isEmpty)
  }

  @Test(
    arguments: [
      ([0xFF], 1), ([0xC0, 0x80], 2), ([0xED, 0xA0, 0x80], 3), ([0xE2, 0x82], 1), ([0x80], 1),
      ([0xF5], 1), ([0xC2, 0x85], 0),
    ] as [([UInt8], Int)])
  func `bytes that are no text become replacement characters`(bytes: [UInt8], count: Int) {
    var decoder = InputDecoder()
    let events = decoder.decode(bytes) + decoder.flush()
    #expect(events == Array(repeating: .key(.character("\u{FFFD}")), count: count))
    #expect(decoder.decode("ok".utf8) == [.key(.character("o")), .key(.character("k"))])
  }

  @Test func `a key after half a character is not lost`() {
    var decoder = InputDecoder()
    let events = decoder.decode([0xE2, 0x82, 0x0D])
    #expect(events == [.key(.character("\u{FFFD}")), .key(KeyEvent(.enter))])
  }
}
