import TerminalUI
import Testing

struct EditorLayoutTests {
  private func rows(_ text: String, width: Int) -> [String] {
    TextEditor(text: text).layout(width: width).rows.map(\.text)
  }

  @Test func `rows break behind blanks and inside long words`() {
    #expect(rows("", width: 10) == [""])
    #expect(rows("one two", width: 5) == ["one ", "two"])
    #expect(rows("abcdefg", width: 3) == ["abc", "def", "g"])
    #expect(rows("a\n\nb\n", width: 5) == ["a", "", "b", ""])
    #expect(rows("漢字漢", width: 5) == ["漢字", "漢"])
    #expect(rows("a\tb", width: 10) == ["a   b"])
  }

  @Test func `the cursor behind a full row stands on the next`() {
    let editor = TextEditor(text: "abc")
    let layout = editor.layout(width: 3)
    #expect(layout.rows.map(\.text) == ["abc", ""])
    #expect(layout.cursor == Point(column: 0, row: 1))
  }

  @Test func `the cursor is where it was left`() {
    var editor = TextEditor(text: "one two\nthree")
    editor.move(to: 5)
    #expect(editor.layout(width: 5).cursor == Point(column: 1, row: 1))
    editor.moveToEnd()
    #expect(editor.layout(width: 6).cursor == Point(column: 5, row: 2))
  }

  @Test func `moving by rows keeps the column`() {
    var editor = TextEditor(text: "long line\nx\nanother")
    editor.move(to: 6)
    let down = [editor.moveDown(width: 20), editor.moveDown(width: 20), editor.moveDown(width: 20)]
    #expect(down == [true, true, false])
    #expect(editor.text.prefix(editor.cursor) == "long line\nx\nanothe")
    let up = [editor.moveUp(width: 20), editor.moveUp(width: 20), editor.moveUp(width: 20)]
    #expect(up == [true, true, false])
    #expect(editor.cursor == 6)
  }

  @Test func `the visible rows hold the cursor`() {
    var editor = TextEditor(text: "1\n2\n3\n4\n5")
    #expect(editor.layout(width: 9).visibleRows(height: 3) == 2..<5)
    editor.moveToStart()
    #expect(editor.layout(width: 9).visibleRows(height: 3, scrolledTo: 2) == 0..<3)
    #expect(editor.layout(width: 9).visibleRows(height: 9) == 0..<5)
    #expect(editor.layout(width: 9).visibleRows(height: 0) == 0..<1)
  }
}
