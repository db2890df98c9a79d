package import ChatModel
import Foundation
import TerminalUI

/// A person's rights in a chat, in words.
package enum AccessWords {
  /// Rows that the reason against writing takes at most.
  private static let rowLimit = 3

  /// The reason why the person cannot write in a chat, and advice; no rows if they can write.
  package static func rows(of chat: ChatSummary, width: Int) -> [String] {
    let reason: String
    let next: String
    switch chat.access {
    case .owner, .readWrite: return []
    case .readOnly: (reason, next) = ("You may only read in this chat.", "")
    case .sealed(let why):
      reason = why
      next =
        " \(copyStays); " + (chat.isOwn ? "/upload-again brings the chat back, " : "")
        + "/hide removes it."
    }
    let whole = TextWrap.lines(reason + next, width: max(1, width))
    guard whole.count > rowLimit else { return whole }
    return Array(TextWrap.lines(reason, width: max(1, width)).prefix(rowLimit))
  }

  /// The reason why a chat is closed, in sentences for places where nothing can be done about it; nil if it is open.
  package static func closing(of chat: ChatSummary) -> String? {
    if case .sealed(let reason) = chat.access { "\(reason) \(copyStays)." } else { nil }
  }

  /// The reason why a chat is closed, in a few words after its name; nil if it is open.
  package static func closedMark(of chat: ChatSummary) -> String? {
    guard case .sealed(let reason) = chat.access else { return nil }
    return "closed: " + reason.trimmingCharacters(in: ["."])
  }

  /// Why the news of a chat are not here, beside its other facts; nil if they are.
  package static func trouble(of chat: ChatSummary) -> String? {
    // What is in the way of a sealed chat says itself what it is.
    chat.trouble.map { chat.isSealed ? $0 : "news missing: \($0)" }
  }

  private static let copyStays = "Your copy stays"

  /// The news that the person may do something else in a chat than before; nil where they may do the same.
  package static func news(of chat: ChatSummary, since before: ChatAccess) -> String? {
    let name = "‘\(ChatListText.name(chat))’"
    switch (before, chat.access) {
    case (.sealed, .sealed), (.owner, .owner), (.readWrite, .readWrite), (.readOnly, .readOnly):
      return nil
    case (_, .sealed(let reason)): return "\(name) is closed. \(reason)"
    case (.sealed, _): return "\(name) is open again."
    case (_, .readOnly): return "You may only read in \(name) now."
    case (_, .readWrite), (_, .owner): return "You may write in \(name) now."
    }
  }
}
