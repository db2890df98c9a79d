extension TextEditor {
  /// Whether the whole text can be inserted.
  package func fits(_ text: some StringProtocol) -> Bool {
    Self.editable(text).reduce(byteCount) { $0 + UTF8.width($1) } <= maximumBytes
  }

  /// Inserts text at the cursor and goes behind it.
  ///
  /// Control characters are left out; every kind of line end becomes a newline. Typed marks and
  /// joiners become one grapheme with what stands before them.
  ///
  /// - Returns: false when the text would grow too large; as much as fits is inserted.
  @discardableResult
  package mutating func insert(_ text: some StringProtocol) -> Bool {
    var bytes = byteCount
    var kept = String.UnicodeScalarView()
    var isWhole = true
    for scalar in Self.editable(text) {
      bytes += UTF8.width(scalar)
      guard bytes <= maximumBytes else {
        isWhole = false
        break
      }
      kept.append(scalar)
    }
    guard !kept.isEmpty else { return isWhole }
    // Neighbours may join the new text in one grapheme.
    let first = max(0, cursor - 1)
    let last = min(characters.count, cursor + 1)
    let before = String(characters[first..<cursor]) + String(kept)
    let whole = Array(before + String(characters[cursor..<last]))
    let beforeCount = before.count
    replace(first..<last, with: whole)
    cursor = min(first + beforeCount, characters.count)
    return isWhole
  }

  /// Puts a text in the place of a part, and the cursor behind it.
  ///
  /// - Parameters:
  ///   - range: the graphemes that are replaced.
  ///   - text: the text in their place, without its control characters.
  /// - Returns: false, and nothing changes, if the text would grow too large.
  package mutating func replaceText(in range: Range<Int>, with text: some StringProtocol) -> Bool {
    let range = range.clamped(to: 0..<characters.count)
    let removed = characters[range].reduce(0) { $0 + $1.utf8.count }
    let added = Self.editable(text).reduce(0) { $0 + UTF8.width($1) }
    guard byteCount - removed + added <= maximumBytes else { return false }
    remove(range)
    return insert(text)
  }

  package mutating func deleteBackward() {
    guard cursor > 0 else { return }
    remove((cursor - 1)..<cursor)
  }

  package mutating func deleteForward() {
    guard cursor < characters.count else { return }
    remove(cursor..<(cursor + 1))
  }

  /// Kills the word before the cursor (Ctrl+W, Alt+Backspace).
  package mutating func deleteWordBackward() {
    kill(wordStart(before: cursor)..<cursor)
  }

  /// Kills the word behind the cursor (Alt+D).
  package mutating func deleteWordForward() {
    kill(cursor..<wordEnd(after: cursor))
  }

  /// Kills to the end of the line, or its newline if the cursor is there (Ctrl+K).
  package mutating func killToLineEnd() {
    let end = lineEnd(of: cursor)
    kill(cursor..<(end == cursor ? min(end + 1, characters.count) : end))
  }

  /// Kills to the start of the line, or the newline before it if the cursor is there (Ctrl+U).
  package mutating func killToLineStart() {
    let start = lineStart(of: cursor)
    kill((start == cursor ? max(0, start - 1) : start)..<cursor)
  }

  /// Inserts what was killed last (Ctrl+Y).
  @discardableResult
  package mutating func yank() -> Bool {
    insert(killed)
  }

  /// Swaps the graphemes around the cursor, or the last two at the end (Ctrl+T).
  package mutating func transpose() {
    let second = min(cursor, characters.count - 1)
    guard second > 0 else { return }
    let pair = [characters[second], characters[second - 1]]
    replace((second - 1)..<(second + 1), with: pair)
    cursor = min(second + 1, characters.count)
  }

  /// Empties the editor; until something is written, `restoreCleared` brings the text back (Ctrl+C).
  package mutating func clear() {
    guard !isEmpty else { return }
    let snapshot = Snapshot(characters: characters, cursor: cursor)
    replace(0..<characters.count, with: [])
    cursor = 0
    cleared = snapshot
  }

  /// Brings back what `clear` took (Ctrl+C again).
  ///
  /// - Returns: whether there was something.
  @discardableResult
  package mutating func restoreCleared() -> Bool {
    guard let snapshot = cleared, isEmpty else { return false }
    replace(0..<0, with: snapshot.characters)
    cursor = snapshot.cursor
    return true
  }

  /// Kills that follow one another at one place make one text.
  private mutating func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let text = String(characters[range])
    let isBackward = range.upperBound == cursor
    let earlier = killPlace == cursor ? killed : ""
    killed = isBackward ? text + earlier : earlier + text
    remove(range)
    killPlace = cursor
  }

  private mutating func remove(_ range: Range<Int>) {
    replace(range, with: [])
    cursor = range.lowerBound
  }

  /// The one place where the text changes.
  mutating func replace(_ range: Range<Int>, with replacement: [Character]) {
    byteCount -= characters[range].reduce(0) { $0 + $1.utf8.count }
    byteCount += replacement.reduce(0) { $0 + $1.utf8.count }
    characters.replaceSubrange(range, with: replacement)
    cursor = min(cursor, characters.count)
    goalColumn = nil
    cleared = nil
    killPlace = nil
    precondition(byteCount <= maximumBytes, "TextEditor 2: the text is too long")
    assert(
      replacement.allSatisfy { $0.unicodeScalars.allSatisfy(Self.isEditable) },
      "TextEditor 3: the text has a control character")
  }

  private static func editable(_ text: some StringProtocol) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\n" where previous == "\r": continue
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": scalars.append("\n")
      default: if isEditable(scalar) { scalars.append(scalar) }
      }
    }
    return scalars
  }

  private static func isEditable(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
  }
}
