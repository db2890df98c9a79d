import ClientSettings
import TerminalUI

/// The styles of the screen, by the theme of the settings.
enum Theme {
  /// The theme of the picture that is drawn now; `ChatScreen.picture` sets it.
  ///
  /// It is bound to the task and not passed on, because every view needs it and none decides by it.
  @TaskLocal static var current = ColorTheme.dark

  static var title: Style { current[.title] }
  static var quiet: Style { current[.quiet] }
  static var rule: Style { current[.rule] }
  static var ownName: Style { current[.ownName] }
  static var unread: Style { current[.unread] }
  static var failure: Style { current[.failure] }
  static var notice: Style { current[.notice] }
  static var draft: Style { current[.draft] }
  static var selected: Style { current[.selected] }
  static var key: Style { current[.key] }

  /// Emphasis in a message.
  static func text(_ kind: StyledLine.Kind) -> Style {
    switch kind {
    case .plain: .plain
    case .strong: .bold
    case .emphasis: .italic
    case .code: current[.code]
    case .link: current[.link]
    case .mention: current[.mention]
    case .ownMention: current[.ownMention]
    }
  }

  /// A sender's colour, the same everywhere and at every start.
  static func name(of senderID: String) -> Style {
    let names = current.names
    guard !names.isEmpty else { return .bold }
    let sum = senderID.utf8.reduce(UInt32(17)) { ($0 &* 31) &+ UInt32($1) }
    return names[Int(sum % UInt32(names.count))]
  }
}
