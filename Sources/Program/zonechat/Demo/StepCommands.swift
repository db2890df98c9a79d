import CloudModel
import Foundation
import Scenarios
import Synchronization

/// The commands that the people of a scenario would type in a shell, step by step.
final class StepCommands: Sendable {
  fileprivate struct State {
    /// The newest message of each chat, which a command can call ‘last’.
    var newest: [String: String] = [:]
    /// The titles of chats that have another one now.
    var titles: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// The command of a step, behind the person's prompt; nil where no command does it.
  func line(for step: ScenarioStep) -> String? {
    guard case .act(let action) = step.body, let device = step.device else { return nil }
    return state.withLock { state in
      defer { state.note(action, isRefused: step.refusal != nil) }
      return state.words(of: action).map { words in
        "\(device)$ zonechat \(words.map(Self.quoted).joined(separator: " "))"
      }
    }
  }

  /// A word as a shell takes it.
  private static func quoted(_ word: String) -> String {
    if word.wholeMatch(of: /[A-Za-z0-9._\/-]+/) != nil { return word }
    return "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// The first word of a title, by which a person would name the chat.
  static func short(_ title: String) -> String {
    String(title.split(separator: " ").first ?? Substring(title))
  }
}

extension StepCommands.State {
  fileprivate mutating func note(_ action: DeviceAction, isRefused: Bool) {
    guard !isRefused else { return }
    switch action {
    case .send(let texts, let chat, _): newest[chat] = texts.last
    case .attach(_, let text, let chat): newest[chat] = text
    case .rename(let chat, let title): titles[chat] = title
    default: break
    }
  }

  private func name(_ chat: String) -> String { StepCommands.short(titles[chat] ?? chat) }

  private func name(_ message: String, in chat: String) -> String {
    message == newest[chat] ? "last" : "MESSAGE"
  }

  fileprivate func words(of action: DeviceAction) -> [String]? {
    switch action {
    case .create(let title): ["new", title]
    case .rename(let chat, let title): ["rename", name(chat), title]
    case .invite(let people, let chat, let right):
      ["invite", name(chat)] + people + (right == .readOnly ? ["--read-only"] : [])
    case .openLink(let chat, let right):
      ["invite", name(chat), right == .none ? "--close-link" : "--open-link"]
        + (right == .readOnly ? ["--read-only"] : [])
    case .accept: ["join", "LINK"]
    case .decline: ["decline", "LINK"]
    case .send(let texts, let chat, let answered):
      ["send", name(chat), texts.count == 1 ? texts[0] : "--lines"]
        + (answered.map { ["--reply-to", name($0, in: chat)] } ?? [])
    case .attach(let content, let text, let chat):
      ["send", name(chat)] + (text.isEmpty ? [] : [text]) + ["--attach", content.name]
    case .download(let message, let chat): ["attachment", name(chat), name(message, in: chat)]
    case .edit(let message, let chat, let text):
      ["edit", name(chat), name(message, in: chat), text]
    case .delete(let message, let chat): ["unsend", name(chat), name(message, in: chat)]
    case .react(let emoji, let message, let chat, let isRemoved):
      ["react", name(chat), name(message, in: chat), emoji] + (isRemoved ? ["--remove"] : [])
    case .pin(let message, let chat, let isPinned):
      [isPinned ? "pin-message" : "unpin-message", name(chat), name(message, in: chat)]
    case .join(let link): ["join", link]
    case .search(let words, let chat, _): ["search", words, "--chat", name(chat)]
    case .set(.pinned(let isPinned), let chat): [isPinned ? "pin" : "unpin", name(chat)]
    case .set(.archived(let isArchived), let chat):
      [isArchived ? "archive" : "unarchive", name(chat)]
    case .set(.notifications(let level), let chat): ["notify", name(chat), level.rawValue]
    case .read(let chat): ["read", name(chat)]
    case .retry(_, let chat): ["outbox", "retry", name(chat)]
    case .drop(let message, let chat): ["outbox", "drop", name(chat), name(message, in: chat)]
    case .permit(let person, let chat, let right):
      ["permission", name(chat), person, right == .readOnly ? "read-only" : "read-write"]
    case .remove(let person, let chat): ["remove", name(chat), person]
    case .stopSharing(let chat): ["stop-sharing", name(chat)]
    case .leave(let chat): ["leave", name(chat)]
    case .deleteChat(let chat): ["delete", name(chat)]
    case .uploadAgain, .plant: nil
    }
  }
}
