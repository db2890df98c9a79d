import TerminalUI

/// The styles of the screen.
///
/// Nothing is said by colour alone, and no background is painted.
enum Theme {
  static let title = Style.bold
  static let quiet = Style.dim
  static let rule = Style.dim
  static let name = Style.bold
  static let ownName = Style.plain
  static let unread = Style.bold.foreground(.yellow)
  static let failure = Style.bold.foreground(.red)
  static let notice = Style.plain.foreground(.yellow)
  static let draft = Style.plain.foreground(.cyan)
  static let selected = Style.reverse
  static let key = Style.bold

  /// Emphasis in a message.
  static func text(_ kind: StyledLine.Kind) -> Style {
    switch kind {
    case .plain: .plain
    case .strong: .bold
    case .emphasis: .italic
    case .code: .plain.foreground(.cyan)
    case .link: .underline
    case .mention: .bold
    case .ownMention: unread.adding(.reverse)
    }
  }

  private static let names: [Color] = [.cyan, .green, .magenta, .blue, .yellow, .brightRed]

  /// A sender's colour, the same everywhere and at every start.
  static func name(of senderID: String) -> Style {
    let sum = senderID.utf8.reduce(UInt32(17)) { ($0 &* 31) &+ UInt32($1) }
    return Style.bold.foreground(names[Int(sum % UInt32(names.count))])
  }
}
