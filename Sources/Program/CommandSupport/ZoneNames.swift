import TerminalUI

/// Short names and colours by which people tell zones apart.
///
/// The colours follow the order in which the zones came, so that a zone looks alike in every database and window.
package struct ZoneNames: Sendable {
  /// Our choice: colours of the terminal's own palette; after the last comes the first again.
  private static let palette = [36, 35, 33, 32, 34, 31]

  private var zones: [String] = []
  private var titles: [String: String] = [:]

  package init() {}

  /// The names as a file has them: a line for each zone, with its name, a tab and its title.
  package var text: String {
    zones.compactMap { zone in titles[zone].map { "\(zone)\t\($0)\n" } }.joined()
  }

  /// Takes over what stands in a file; lines of another form are passed over.
  package mutating func learn(_ text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      if parts.count == 2 { learn(String(parts[0]), title: String(parts[1])) }
    }
  }

  package mutating func learn(_ zone: String, title: String) {
    _ = number(of: zone)
    titles[zone] = DisplayText.singleLine(title)
  }

  /// The place of a zone in the order in which they came, which decides its colour.
  package mutating func number(of zone: String) -> Int {
    if let number = zones.firstIndex(of: zone) { return number }
    zones.append(zone)
    return zones.count - 1
  }

  /// The title of a zone; its own name where nobody has said a title.
  package func name(of zone: String) -> String { titles[zone] ?? zone }

  /// The colour of a zone, as a terminal has it for text: 30 to 37.
  package static func color(number: Int) -> Int { palette[number % palette.count] }

  /// A text in the colour of a zone, for a terminal.
  package static func colored(_ text: String, number: Int) -> String {
    "\u{1B}[\(color(number: number))m\(text)\u{1B}[39m"
  }
}
