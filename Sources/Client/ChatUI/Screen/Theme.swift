package import ChatWords
package import ClientSettings
package import TerminalUI

/// The styles of the screen, by the theme of the settings.
package enum Theme {
  /// The theme of the picture that is drawn now; `ChatScreen.picture` sets it.
  ///
  /// It is bound to the task and not passed on, because every view needs it and none decides by it.
  @TaskLocal package static var current = ColorTheme.dark

  package static var title: Style { current[.title] }
  package static var quiet: Style { current[.quiet] }
  package static var rule: Style { current[.rule] }
  package static var ownName: Style { current[.ownName] }
  package static var unread: Style { current[.unread] }
  package static var failure: Style { current[.failure] }
  package static var notice: Style { current[.notice] }
  package static var draft: Style { current[.draft] }
  package static var selected: Style { current[.selected] }
  package static var key: Style { current[.key] }

  /// Emphasis in a message.
  package static func text(_ kind: StyledLine.Kind) -> Style {
    switch kind {
    case .plain: .plain
    case .strong: .bold
    case .emphasis: .italic
    case .code: current[.code]
    case .link: current[.link]
    case .mention: current[.mention]
    case .ownMention: current[.ownMention]
    case .fileMark: current[.key]
    case .fileName: .bold
    case .fileNote: current[.quiet]
    case .fileTrouble: current[.failure]
    }
  }

  /// A sender's colour, the same everywhere and at every start.
  package static func name(of senderID: String) -> Style {
    let names = current.names
    guard !names.isEmpty else { return .bold }
    let sum = senderID.utf8.reduce(UInt32(17)) { ($0 &* 31) &+ UInt32($1) }
    return names[Int(sum % UInt32(names.count))]
  }
}
