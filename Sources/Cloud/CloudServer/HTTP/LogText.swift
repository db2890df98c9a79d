/// Makes text from the network safe for a line of a log.
enum LogText {
  private static let length = 300
  /// Parts of a path that are longer than this are taken for secrets.
  private static let plainPartLength = 40
  /// The beginnings of paths behind which everything is a secret: tokens, and what the links of chats end in.
  private static let beforeSecrets: [[Substring]] = [
    ["courier"], ["uploads"], ["assets"], ["join"], ["extension", "1", "links"],
  ]

  /// At most 300 characters, none of which moves a cursor, ends a line or changes the writing
  /// direction.
  static func neutral(_ text: some StringProtocol) -> String { neutral(text, upTo: length) }

  /// The same with a length of its own.
  static func neutral(_ text: some StringProtocol, upTo length: Int) -> String {
    var neutral = ""
    for scalar in text.unicodeScalars.prefix(length) {
      neutral.unicodeScalars.append(isDangerous(scalar) ? "\u{FFFD}" : scalar)
    }
    return neutral
  }

  /// A request's path without its query and without anything that could be a token.
  ///
  /// Empty parts are left out, as the routes leave them out.
  static func path(_ path: String) -> String {
    let parts = path.split(separator: "/")
    let opening = beforeSecrets.first { parts.starts(with: $0) }
    let firstSecret = opening?.count ?? parts.count
    let shown = parts.enumerated().map { index, part in
      index >= firstSecret
        || index > 0 && part.utf8.count > plainPartLength && !part.hasPrefix("iCloud.")
        ? "…" : String(part)
    }
    return neutral((path.hasPrefix("/") ? "/" : "") + shown.joined(separator: "/"))
  }

  static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    default: false
    }
  }
}
