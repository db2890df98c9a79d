/// The state of a text editor: lines, a cursor between graphemes, the killed text and the cleared text.
///
/// Invariants:
/// 1. `0 <= cursor <= characters.count`.
/// 2. The text takes at most `maximumBytes` in UTF-8; text that would exceed this is not inserted.
/// 3. There are no control characters but newline and tab in the text.
package struct TextEditor: Hashable, Sendable {
  /// The graphemes of the text.
  package internal(set) var characters: [Character] = []
  /// Graphemes before the cursor.
  package internal(set) var cursor = 0 {
    didSet {
      precondition(
        (0...characters.count).contains(cursor), "TextEditor 1: the cursor is outside the text")
    }
  }
  /// The text that the next `yank` inserts.
  package var killed = "" {
    didSet { killPlace = nil }
  }
  /// The position of the last kill, if nothing has changed since.
  var killPlace: Int?
  package let maximumBytes: Int

  var byteCount = 0
  /// The column that moves by row try to keep.
  var goalColumn: Int?
  /// The text that `clear` has removed; kept until the person types something else.
  var cleared: Snapshot?

  struct Snapshot: Hashable, Sendable {
    let characters: [Character]
    let cursor: Int
  }

  /// An editor with its cursor at the end of a text.
  ///
  /// - Parameters:
  ///   - text: the initial text.
  ///   - maximumBytes: the most UTF-8 bytes of the whole text.
  package init(text: String = "", maximumBytes: Int = 65536) {
    self.maximumBytes = maximumBytes
    insert(text)
  }

  package var text: String { String(characters) }
  package var isEmpty: Bool { characters.isEmpty }

  /// Replaces everything; the cursor goes to the end.
  package mutating func setText(_ text: String) {
    replace(0..<characters.count, with: [])
    insert(text)
  }
}
