/// The questions that a terminal is asked, in one write that nobody waits for.
///
/// `TerminalAbilities` takes the answers. Everything that is printed, also by a terminal that prints what it
/// does not understand, is printed hidden, in one row, and erased by the same write.
///
/// Source: xterm's control sequences (DA1, DECRQM, DSR, XTGETTCAP, XTVERSION); the kitty keyboard protocol, and kitty's
/// graphics protocol.
package enum TerminalQuestions {
  /// The row of the samples, from 1: an answer about the first row would look like the key F3.
  static let row = 2
  /// The columns for each sample: more than a terminal needs that draws all parts of it.
  static let sampleColumns = 6
  /// The mode of synchronized output.
  static let synchronizedOutput = 2026
  /// The name of terminfo's capability for colours by their parts.
  static let trueColor = "RGB"

  /// The bytes of all questions.
  ///
  /// The last one is the fence: every terminal answers it, after all others that it knows.
  ///
  /// - Parameters:
  ///   - size: the screen's; a small one is not asked for the widths of emoji.
  ///   - asksWidths: whether the terminal gets UTF-8.
  ///   - asksGraphics: whether to ask for kitty's graphics protocol; tmux would take the question for a title.
  /// - Returns: one write.
  package static func text(size: Size, asksWidths: Bool, asksGraphics: Bool = false) -> String {
    let escape = "\u{1B}"
    var text = "\(escape)7\(escape)[\(row);1H\(escape)[8m"
    text += "\(escape)[?u\(escape)[?\(synchronizedOutput)$p\(escape)[>q"
    text += "\(escape)]11;?\(escape)\\"
    let name = trueColor.utf8.map { String($0, radix: 16) }.joined()
    text += "\(escape)P+q\(name)\(escape)\\"
    if asksGraphics { text += KittyGraphics.question }
    if asksWidths, canAskWidths(size) {
      for (index, sample) in EmojiTraits.samples.enumerated() {
        text += "\(escape)[\(row);\(index * sampleColumns + 1)H\(sample.text)\(escape)[6n"
      }
    }
    text += "\(escape)[\(row);1H\(escape)[2K\(escape)[m\(escape)8"
    return text + "\(escape)[c"
  }

  static func canAskWidths(_ size: Size) -> Bool {
    size.height > row && size.width > EmojiTraits.samples.count * sampleColumns
  }

  /// The sample after which the cursor stands, and the columns that the terminal gave it.
  static func sample(at cursor: Point) -> (traits: EmojiTraits, columns: Int)? {
    let index = cursor.column / sampleColumns
    guard cursor.row == row - 1, EmojiTraits.samples.indices.contains(index) else { return nil }
    return (EmojiTraits.samples[index].traits, cursor.column % sampleColumns)
  }
}
