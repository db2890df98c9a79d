package import ChatCore
package import ChatModel

/// One line that says what happened.
///
/// It goes away with the next thing that is done or typed. A note that nobody has to answer goes after `time` too, and
/// with its reason; an error stays until somebody is there.
package struct Toast: Equatable, Sendable {
  /// For this long a note stays on the screen.
  package static let time = Duration.seconds(8)

  /// The thing without which a note says nothing any more.
  package enum Subject: Equatable, Sendable {
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
