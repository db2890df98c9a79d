import TerminalUI
import Testing

/// Input methods send composed text in pieces; the composer shows it as one, with the cursor behind it.
struct ComposedTextTests {
  /// Types bytes in the given pieces, one read of the terminal each.
  private func typed(_ pieces: [[UInt8]], after text: String = "") -> TextEditor {
    var editor = TextEditor(text: text)
    var decoder = InputDecoder()
    for piece in pieces {
      for event in decoder.decode(piece) {
        guard case .key(let key) = event, let character = key.typedCharacter else { continue }
        editor.insert(String(character))
      }
      // A short silence between two reads gives up on keys, and not on characters.
      if decoder.isPending { _ = decoder.flush() }
    }
    return editor
  }

  private func column(_ editor: TextEditor) -> Int { editor.layout(width: 40).cursor.column }

  @Test(arguments: [
    ("漢字かな交じり", 14), ("한글 입력", 9), ("e\u{301}o\u{308}", 2), ("👩🏽\u{200D}💻!", 3), ("🇩🇪🇫🇷", 4),
    ("1\u{FE0F}\u{20E3}", 2), ("नमस्ते", 4), ("สวัสดี", 4),
  ])
  func `UTF-8 split anywhere is the same text, with the cursor behind it`(
    text: String, columns: Int
  ) {
    let bytes = Array(text.utf8)
    for size in 1...5 {
      let pieces = stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
      let editor = typed(pieces)
      #expect(editor.text == text, "pieces of \(size)")
      #expect(column(editor) == TextWidth.of(text), "pieces of \(size)")
      #expect(column(editor) == columns, "pieces of \(size)")
    }
  }

  @Test func `a mark that comes after its base joins it`() {
    let first = typed([Array("e".utf8)])
    #expect(column(first) == 1)
    let second = typed([Array("e".utf8), Array("\u{301}".utf8), Array("\u{323}".utf8)])
    #expect(second.characters.count == 1 && column(second) == 1)
    // Also in the middle of a text.
    var middle = TextEditor(text: "ab")
    middle.moveLeft()
    middle.insert("\u{302}")
    #expect(middle.text == "a\u{302}b" && column(middle) == 1)
  }

  @Test func `Hangul in parts becomes one syllable`() {
    var widths: [Int] = []
    var editor = TextEditor()
    for part in ["\u{1112}", "\u{1161}", "\u{11AB}", "\u{1100}"] {
      editor.insert(part)
      widths.append(column(editor))
    }
    #expect(widths == [2, 2, 2, 4])
    #expect(editor.text == "\u{1112}\u{1161}\u{11AB}\u{1100}")
  }

  @Test func `a wide candidate that is taken back leaves no half`() {
    // An input method shows a candidate, deletes it, and sends another one.
    let pieces = ["漢", "字", "\u{7F}\u{7F}", "感", "じ"].map { Array($0.utf8) }
    var editor = TextEditor(text: "x")
    var decoder = InputDecoder()
    for event in pieces.flatMap({ decoder.decode($0) }) {
      guard case .key(let key) = event else { continue }
      if key.key == .backspace {
        editor.deleteBackward()
      } else if let character = key.typedCharacter {
        editor.insert(String(character))
      }
    }
    #expect(editor.text == "x感じ" && column(editor) == 5)
  }

  @Test func `a wide character goes to the next row rather than over the edge`() {
    let editor = typed([Array("xxx漢".utf8)])
    let layout = editor.layout(width: 4)
    #expect(layout.rows.map(\.text) == ["xxx", "漢"])
    #expect(layout.cursor == Point(column: 2, row: 1))
  }
}
