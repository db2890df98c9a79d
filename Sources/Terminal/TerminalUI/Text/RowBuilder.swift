/// Fills rows with the words of one line.
struct RowBuilder {
  private let width: Int
  private var rows: [String] = []
  private var row = ""
  private var rowWidth = 0
  private var blanks = ""
  private var word = ""
  private var wordWidth = 0

  init(width: Int) {
    self.width = width
  }

  mutating func take(_ line: Substring) {
    for character in line {
      let columns = TextWidth.of(character)
      if character == " " {
        endWord()
        blanks.append(character)
      } else if columns > width {
        append("\u{FFFD}", columns: 1)
      } else {
        if columns > 1 { endWord() }
        append(character, columns: columns)
        if columns > 1 { endWord() }
      }
    }
  }

  mutating func finish() -> [String] {
    endWord()
    return rows + [row]
  }

  private mutating func append(_ character: Character, columns: Int) {
    if wordWidth + columns > width { breakWord() }
    word.append(character)
    wordWidth += columns
  }

  /// Gives a word its place: this row, or the next one when it does not fit.
  private mutating func endWord() {
    guard !word.isEmpty else { return }
    if rowWidth + blanks.count + wordWidth > width { endRow() }
    place()
  }

  /// Gives a row of its own to a part of a word that is longer than a row.
  private mutating func breakWord() {
    if rowWidth > 0 || blanks.count > 0 { endRow() }
    place()
    endRow()
  }

  private mutating func place() {
    row += blanks
    row += word
    rowWidth += blanks.count + wordWidth
    blanks = ""
    word = ""
    wordWidth = 0
  }

  /// Ends the row, without a row for blanks alone.
  private mutating func endRow() {
    if rowWidth > 0 { rows.append(row) }
    row = ""
    rowWidth = 0
    blanks = ""
  }
}
