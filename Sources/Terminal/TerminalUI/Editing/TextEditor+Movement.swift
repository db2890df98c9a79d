extension TextEditor {
  package mutating func moveLeft() { move(to: cursor - 1) }
  package mutating func moveRight() { move(to: cursor + 1) }
  package mutating func moveWordLeft() { move(to: wordStart(before: cursor)) }
  package mutating func moveWordRight() { move(to: wordEnd(after: cursor)) }
  package mutating func moveToLineStart() { move(to: lineStart(of: cursor)) }
  package mutating func moveToLineEnd() { move(to: lineEnd(of: cursor)) }
  package mutating func moveToStart() { move(to: 0) }
  package mutating func moveToEnd() { move(to: characters.count) }

  /// Goes one visual row up, keeping the column over shorter rows.
  ///
  /// - Parameter width: columns of a row, as in `layout(width:)`.
  /// - Returns: false on the first row, where nothing moves.
  @discardableResult
  package mutating func moveUp(width: Int) -> Bool { moveRow(by: -1, width: width) }

  /// Goes one visual row down, keeping the column over shorter rows.
  ///
  /// - Parameter width: columns of a row, as in `layout(width:)`.
  /// - Returns: false on the last row, where nothing moves.
  @discardableResult
  package mutating func moveDown(width: Int) -> Bool { moveRow(by: 1, width: width) }

  /// Puts the cursor before the grapheme of that number, kept inside the text.
  package mutating func move(to index: Int) {
    cursor = min(max(0, index), characters.count)
    goalColumn = nil
  }

  private mutating func moveRow(by distance: Int, width: Int) -> Bool {
    let layout = layout(width: width)
    let target = layout.cursor.row + distance
    guard layout.rows.indices.contains(target) else { return false }
    let column = goalColumn ?? layout.cursor.column
    move(to: layout.index(inRow: target, column: column))
    goalColumn = column
    return true
  }

  func lineStart(of index: Int) -> Int {
    var start = index
    while start > 0, characters[start - 1] != "\n" { start -= 1 }
    return start
  }

  func lineEnd(of index: Int) -> Int {
    var end = index
    while end < characters.count, characters[end] != "\n" { end += 1 }
    return end
  }

  func wordStart(before index: Int) -> Int {
    var start = index
    while start > 0, !Self.isWord(characters[start - 1]) { start -= 1 }
    while start > 0, Self.isWord(characters[start - 1]) { start -= 1 }
    return start
  }

  func wordEnd(after index: Int) -> Int {
    var end = index
    while end < characters.count, !Self.isWord(characters[end]) { end += 1 }
    while end < characters.count, Self.isWord(characters[end]) { end += 1 }
    return end
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
