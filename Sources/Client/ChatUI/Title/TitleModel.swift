package import ChatModel
import Observation

/// The prompt for a chat's title, which may be empty.
@Observable @MainActor
package final class TitleModel {
  /// Whose title it is.
  package enum Subject: Equatable {
    /// It is sealed, or plain.
    case newChat(isSealed: Bool)
    case chat(ChatID)
  }

  package private(set) var subject: Subject
  package var input = TextInput()
  /// The reason why the title is not accepted.
  package var error: String?

  /// The title of a new chat.
  package init(isSealed: Bool) { subject = .newChat(isSealed: isSealed) }

  /// Another title of a chat; the prompt begins with its present one, which is sanitised.
  package init(of chat: ChatID, title: String) {
    subject = .chat(chat)
    input.insertLine(title)
  }

  /// A new chat becomes sealed, or plain again.
  func changeKind() {
    if case .newChat(let isSealed) = subject { subject = .newChat(isSealed: !isSealed) }
  }
}
