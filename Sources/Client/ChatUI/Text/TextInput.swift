import ChatWords
package import TerminalUI

/// Text being written, as models hold it: TerminalUI's editor behind the client's own commands.
///
/// A dialog's field gets its keys from `TextDialog`.
package struct TextInput: Sendable, Equatable {
  private var editor: TextEditor

  /// An input with its cursor at the end of a text.
  ///
  /// - Parameters:
  ///   - text: the text that is there already.
  ///   - maximumBytes: the most UTF-8 bytes of the whole text.
  package init(text: String = "", maximumBytes: Int = 1024) {
    editor = TextEditor(text: text, maximumBytes: maximumBytes)
  }

  package var text: String { editor.text }
  package var isEmpty: Bool { editor.isEmpty }
  /// The graphemes of the text, and how many of them stand before the cursor.
  package var characters: [Character] { editor.characters }
  package var cursor: Int { editor.cursor }
  /// The text that the paste key of the editor inserts.
  package var cut: String {
    get { editor.killed }
    set { editor.killed = newValue }
  }

  /// Whether a text can be inserted completely.
  package func fits(_ text: String) -> Bool { editor.fits(text) }

  /// Inserts typed or pasted text without its control characters; false when it was cut off.
  @discardableResult
  package mutating func insert(_ text: String) -> Bool { editor.insert(text) }

  /// Inserts text as part of one line: line ends become blanks.
  @discardableResult
  package mutating func insertLine(_ text: String) -> Bool {
    editor.insert(DisplayText.singleLine(text.trimmedBlanks))
  }

  /// Puts a text in the place of some characters; false, and nothing changes, if it does not fit.
  package mutating func replaceText(in range: Range<Int>, with text: String) -> Bool {
    editor.replaceText(in: range, with: text)
  }

  package mutating func setText(_ text: String) { editor.setText(text) }

  package mutating func clear() { editor.clear() }

  /// Brings back what was cleared last; false when there is nothing.
  @discardableResult
  package mutating func restoreCleared() -> Bool { editor.restoreCleared() }

  /// Performs a line key.
  ///
  /// - Parameters:
  ///   - command: the editing command.
  ///   - width: columns of a row, for moves between rows.
  /// - Returns: false when a move up or down found no row.
  @discardableResult
  package mutating func apply(_ command: EditingCommand, width: Int) -> Bool {
    switch command {
    case .up: return editor.moveUp(width: width)
    case .down: return editor.moveDown(width: width)
    case .left: editor.moveLeft()
    case .right: editor.moveRight()
    case .wordLeft: editor.moveWordLeft()
    case .wordRight: editor.moveWordRight()
    case .lineStart: editor.moveToLineStart()
    case .lineEnd: editor.moveToLineEnd()
    case .textStart: editor.moveToStart()
    case .textEnd: editor.moveToEnd()
    case .deleteBackward: editor.deleteBackward()
    case .deleteForward: editor.deleteForward()
    case .deleteWordBackward: editor.deleteWordBackward()
    case .deleteWordForward: editor.deleteWordForward()
    case .killToLineEnd: editor.killToLineEnd()
    case .killToLineStart: editor.killToLineStart()
    case .yank: return editor.yank()
    case .transpose: editor.transpose()
    }
    return true
  }

  package func layout(width: Int) -> EditorLayout { editor.layout(width: width) }

  /// Draws the row of the text that has the cursor, behind a sign.
  ///
  /// - Returns: where the cursor is.
  func draw(into grid: inout Grid, in line: Rect) -> Point? {
    grid.draw("❯", in: line, style: Theme.cursor)
    let field = line.split(line.width - 2, from: .trailing).strip
    let layout = layout(width: max(2, field.width))
    guard layout.rows.indices.contains(layout.cursor.row) else { return nil }
    grid.draw(
      layout.rows[layout.cursor.row].text, at: field.origin, in: field, style: Theme.text)
    return field.origin.moved(columns: layout.cursor.column)
  }
}
