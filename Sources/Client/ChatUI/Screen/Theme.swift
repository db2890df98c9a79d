package import ChatModel
package import ChatWords
package import ClientSettings
package import TerminalUI

/// The styles of the screen, by the theme of the settings.
package enum Theme {
  /// The theme of the picture that is drawn now; `ChatScreen.picture` sets it.
  ///
  /// It is bound to the task and not passed on, because every view needs it and none decides by it.
  @TaskLocal package static var current = ColorTheme.dark

  package static var text: Style { current[.text] }
  package static var strong: Style { current[.strong] }
  package static var quiet: Style { current[.quiet] }
  package static var faint: Style { current[.faint] }
  package static var divider: Style { current[.divider] }
  package static var accent: Style { current[.accent] }
  package static var accentOn: Style { current[.accentOn] }
  package static var link: Style { current[.link] }
  package static var code: Style { current[.code] }
  package static var ownName: Style { current[.ownName] }
  package static var ok: Style { current[.ok] }
  package static var warning: Style { current[.warning] }
  package static var danger: Style { current[.danger] }
  package static var unreadLine: Style { current[.unreadLine] }
  package static var cursor: Style { current[.cursor] }
  package static var hit: Style { current[.hit] }
  package static var quoteBar: Style { current[.quoteBar] }
  package static var panel: Style { current[.panel] }
  package static var raised: Style { current[.raised] }
  package static var selected: Style { current[.selected] }
  package static var codeSurface: Style { current[.codeSurface] }

  /// Emphasis in a message.
  package static func text(_ kind: StyledLine.Kind) -> Style {
    switch kind {
    case .plain: current[.text]
    case .strong: current[.text].adding(.bold)
    case .emphasis: current[.text].adding(.italic)
    case .code: current[.code]
    case .link: current[.link]
    case .mention: current[.strong]
    case .ownMention: current[.accentOn]
    case .fileMark: current[.quoteBar]
    case .fileName: current[.strong]
    case .fileNote: current[.quiet]
    case .fileTrouble: current[.danger]
    case .note: current[.faint]
    }
  }

  /// The style of a sender's name; a name in an archive has nobody's colour.
  package static func sender(of message: Message) -> Style {
    if message.archivedSender != nil { return quiet }
    return message.isOwn ? ownName : name(of: message.senderID)
  }

  /// A sender's colour, the same everywhere and at every start.
  package static func name(of senderID: String) -> Style {
    let names = current.names
    guard !names.isEmpty else { return .bold }
    let sum = senderID.utf8.reduce(UInt32(17)) { ($0 &* 31) &+ UInt32($1) }
    return names[Int(sum % UInt32(names.count))]
  }
}
