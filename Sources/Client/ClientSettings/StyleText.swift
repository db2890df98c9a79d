import TOMLText
package import TerminalUI

/// A style as settings have it: `bold yellow`, `underline`, `208 on black`, `plain`.
package enum StyleText {
  /// The reason why a text is not a style.
  package struct Mistake: Error, Equatable, Sendable {
    package var reason: String
    package var nearest: String?
  }

  private static let attributes: [String: TextAttributes] = [
    "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
  ]

  private static let colors: [String: Color] = [
    "default": .standard, "black": .black, "red": .red, "green": .green, "yellow": .yellow,
    "blue": .blue, "magenta": .magenta, "cyan": .cyan, "white": .white,
    "bright-black": .brightBlack, "bright-red": .brightRed, "bright-green": .brightGreen,
    "bright-yellow": .brightYellow, "bright-blue": .brightBlue, "bright-magenta": .brightMagenta,
    "bright-cyan": .brightCyan, "bright-white": .brightWhite,
  ]

  /// Reads a style: emphasis, a colour, and `on` with another colour behind the text.
  package static func parse(_ text: String) throws(Mistake) -> Style {
    var style = Style.plain
    var isBackground = false
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { throw Mistake(reason: "is empty; write \"plain\"", nearest: nil) }
    for word in words {
      if word == "on", !isBackground {
        isBackground = true
      } else if let attribute = attributes[word] {
        style = style.adding(attribute)
      } else if let color = color(word) {
        style = isBackground ? style.background(color) : style.foreground(color)
      } else if word != "plain" {
        let known = attributes.keys.sorted() + colors.keys.sorted() + ["plain", "on"]
        throw Mistake(
          reason: "has ‘\(DisplayText.singleLine(String(word.prefix(40))))’, which is neither an "
            + "emphasis, nor a colour, nor a number from 0 to 255, nor like #ff8800",
          nearest: NearestWord.of(word, among: known))
      }
    }
    return style
  }

  private static func color(_ word: String) -> Color? {
    if word.hasPrefix("#") { return RGBColor(word[...]).map(Color.rgb) }
    return colors[word] ?? UInt8(word).map(Color.palette)
  }
}
