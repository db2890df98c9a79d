package import ChatModel
import TerminalUI

/// The reason why nobody else reads what is written in a chat.
package enum MissingReader: Equatable, Sendable {
  /// The person of a chat of two that the account has begun has not accepted it.
  case awaited(String)
  /// Everybody else has declined, has left or was removed.
  case none

  /// Nil for a chat that somebody else can read.
  package init?(of chat: ChatSummary) {
    if chat.isLeftByAll {
      self = .none
    } else if chat.isOfTwo, chat.isOwn, chat.memberCount == 1, let name = chat.invitedName {
      self = .awaited(DisplayText.singleLine(name))
    } else {
      return nil
    }
  }

  /// A sentence without its full stop: why no answer comes, and what follows or can be done; with few columns without
  /// the latter.
  ///
  /// - Parameters:
  ///   - invite: the way to invite people.
  ///   - columns: those that there are.
  /// - Returns: the sentence.
  package func words(invite: String, columns: Int) -> String {
    switch self {
    case .awaited(let name):
      let state = " has not accepted yet"
      let whole = name + state + "; your messages wait"
      if TextWidth.of(whole) <= columns { return whole }
      return name.truncated(to: max(1, columns - TextWidth.of(state))) + state
    case .none:
      let state = "Nobody else reads this chat"
      let whole = state + "; \(invite) invites again"
      return TextWidth.of(whole) <= columns ? whole : state
    }
  }
}
