import CloudModel
import TerminalUI
import Testing

struct TextEditorTests {
  @Test func `typing inserts at the cursor`() {
    var editor = TextEditor(text: "held")
    editor.moveLeft()
    editor.insert("lo wor")
    #expect(editor.text == "hello word")
    #expect(editor.text.prefix(editor.cursor) == "hello wor")
  }

  @Test func `typed marks join the grapheme before them`() {
    var editor = TextEditor()
    for part in ["e", "\u{301}", "👨", "\u{200D}", "👩", "🇩", "🇪"] { editor.insert(part) }
    #expect(editor.characters == ["e\u{301}", "👨‍👩", "🇩🇪"])
    #expect(editor.cursor == 3)
    editor.deleteBackward()
    #expect(editor.text == "e\u{301}👨‍👩")
  }

  @Test func `control characters are left out and line ends made plain`() {
    var editor = TextEditor()
    editor.insert("a\u{1B}[31m\u{0}\tb\r\nc\rd\u{2028}e")
    #expect(editor.text == "a[31m\tb\nc\nd\ne")
  }

  @Test func `the text stays under its limit`() {
    var editor = TextEditor(maximumBytes: 10)
    let fits = [editor.insert("12345"), editor.insert("漢字漢字"), editor.insert("67")]
    #expect(fits == [true, false, true])
    #expect(editor.text == "12345漢67")
  }

  @Test func `words are killed and yanked`() {
    var editor = TextEditor(text: "one two-three  ")
    editor.deleteWordBackward()
    #expect(editor.text == "one two-")
    #expect(editor.killed == "three  ")
    editor.moveToStart()
    editor.deleteWordForward()
    #expect(editor.text == " two-")
    editor.yank()
    #expect(editor.text == "one two-")
    editor.moveWordRight()
    #expect(editor.text.prefix(editor.cursor) == "one two")
    editor.moveWordLeft()
    #expect(editor.text.prefix(editor.cursor) == "one ")
  }

  @Test func `text that is killed at one place in several steps is yanked whole`() {
    var editor = TextEditor(text: "one two three four")
    editor.move(to: 8)
    editor.deleteWordBackward()
    editor.deleteWordBackward()
    editor.deleteWordForward()
    #expect(editor.text == " four")
    editor.yank()
    #expect(editor.text == "one two three four")
    editor.deleteWordBackward()
    editor.moveToStart()
    editor.deleteWordForward()
    #expect(editor.killed == "one", "at another place")
    editor.insert("x")
    editor.deleteBackward()
    editor.deleteWordForward()
    #expect(editor.killed == " two", "after a change")
  }

  @Test func `lines are killed to either side`() {
    var editor = TextEditor(text: "first\nsecond")
    editor.moveWordLeft()
    editor.moveRight()
    editor.killToLineEnd()
    #expect(editor.text == "first\ns")
    editor.killToLineStart()
    #expect(editor.text == "first\n")
    editor.killToLineStart()
    #expect(editor.text == "first")
    editor.moveToStart()
    editor.killToLineEnd()
    #expect(editor.isEmpty)
    #expect(editor.killed == "first")
  }

  @Test func `a clear is undone until something is written`() {
    var editor = TextEditor(text: "draft")
    editor.moveLeft()
    editor.clear()
    #expect(editor.isEmpty)
    let restored = editor.restoreCleared()
    #expect(restored)
    #expect(editor.text == "draft" && editor.cursor == 4)
    editor.clear()
    editor.insert("x")
    editor.deleteBackward()
    let restoredAgain = editor.restoreCleared()
    #expect(!restoredAgain)
  }

  @Test func `transposing swaps neighbours`() {
    var editor = TextEditor(text: "teh")
    editor.transpose()
    #expect(editor.text == "the")
    editor.move(to: 1)
    editor.transpose()
    #expect(editor.text == "hte" && editor.cursor == 2)
    editor.setText("x")
    editor.transpose()
    #expect(editor.text == "x")
  }

  @Test func `random editing keeps the cursor inside and the graphemes whole`() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(seed: seed)
    var editor = TextEditor(maximumBytes: 300)
    for _ in 0..<1500 {
      switch Int.random(in: 0..<16, using: &generator) {
      case 0...4: editor.insert(TextCorpus.text(length: 3, using: &generator))
      case 5: editor.deleteBackward()
      case 6: editor.deleteForward()
      case 7: editor.deleteWordBackward()
      case 8: editor.killToLineStart()
      case 9: editor.yank()
      case 10: editor.moveUp(width: 7)
      case 11: editor.moveDown(width: 7)
      case 12: editor.moveWordLeft()
      case 13: editor.transpose()
      case 14: editor.move(to: Int.random(in: -3...99, using: &generator))
      default: editor.moveToLineEnd()
      }
      #expect((0...editor.characters.count).contains(editor.cursor), "seed \(seed)")
      #expect(editor.text.utf8.count <= 300, "seed \(seed)")
      let layout = editor.layout(width: 7)
      #expect(layout.rows.allSatisfy { TextWidth.of($0.text) <= 7 }, "seed \(seed)")
      #expect(layout.cursor.column < 7, "seed \(seed)")
    }
  }
}
