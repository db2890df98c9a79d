package import ChatCore
package import ChatModel

/// One line that says what happened.
///
/// It goes away with the next thing that is done or typed, with what it is about, and where that is a chat, when
/// another one opens. A note that nobody has to answer goes after `time` too; an error stays until somebody is there.
package struct Toast: Equatable, Sendable {
  /// For this long a note stays on the screen.
  package static let time = Duration.seconds(8)

  /// The thing that a note is about.
  package enum Subject: Equatable, Sendable {
    case program
    case chat(ChatID)
    case invitation(Invitation.ID)
  }

  package enum Kind: Equatable, Sendable {
    case info
    case error
  }

  package var kind: Kind
  package var text: String

  package static func info(_ text: String) -> Toast { Toast(kind: .info, text: text) }

  package static func error(_ text: String) -> Toast { Toast(kind: .error, text: text) }
}
