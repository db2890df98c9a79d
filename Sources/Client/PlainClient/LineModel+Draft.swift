import ChatCore
import ChatModel
import ChatWords
import Foundation
import TerminalUI

/// The text that was begun in the open chat, here or in a window that has ended.
extension LineModel {
  /// Says what was begun in a chat that is opened.
  func tellOfDraft(in chat: ChatSummary) async throws {
    guard chat.hasDraft else { return }
    let draft = try await draft(in: chat.id)
    guard !draft.isEmpty else { return say("A draft is being written in another window.") }
    sayDraft(draft)
    say("draft send sends it, draft drop discards it.")
  }

  func draft(_ argument: String) async throws {
    let chat = try await requireChat()
    let draft = try await draft(in: chat.id)
    guard !draft.isEmpty else { throw LineRefusal("No text was begun in this chat.") }
    switch argument.lowercased() {
    case "send": try await send(draft, in: chat)
    case "drop":
      sayDraft(draft)
      try await repository.saveDraft(Draft(), in: chat.id)
      say("It is discarded.")
    default: sayDraft(draft)
    }
  }

  /// This window's draft, with what ended windows have left.
  private func draft(in chat: ChatID) async throws -> Draft {
    let (kept, left) = try await repository.openDraft(in: chat)
    return left.after(kept)
  }

  private func sayDraft(_ draft: Draft) {
    if let edit = draft.edit { say("You have begun to change a message: \(edit.text)") }
    if !draft.text.isEmpty {
      say("You have begun \(draft.replyTo == nil ? "a text" : "an answer"): \(draft.text)")
    } else if draft.replyTo != nil {
      say("You have begun an answer without a text.")
    }
    for path in draft.files {
      say("A file waits to be sent with it: \(DisplayText.singleLine(path))")
    }
  }

  private func send(_ draft: Draft, in chat: ChatSummary) async throws {
    if let edit = draft.edit {
      guard let message = try await repository.message(named: edit.messageName, in: chat.id) else {
        throw LineRefusal("The message that you have begun to change is not here any more.")
      }
      try await repository.edit(message.id, to: edit.text)
      try await refreshNote(of: message.id)
      say("Your message is changed.")
    }
    guard draft.files.isEmpty else { return try await sendFiles(of: draft, in: chat) }
    guard !draft.text.isEmpty else {
      return try await repository.saveDraft(Draft(replyTo: draft.replyTo), in: chat.id)
    }
    try await noteSent(
      repository.send(draft.text, to: chat.id, replyingTo: draft.replyTo), in: chat)
    say("It is sent.")
  }

  private func sendFiles(of draft: Draft, in chat: ChatSummary) async throws {
    let ids = try await repository.send(
      draft.text.trimmedBlanks.isEmpty ? "" : draft.text,
      attaching: draft.files.map { URL(fileURLWithPath: $0) }, to: chat.id,
      replyingTo: draft.replyTo)
    for id in ids { try await noteSent(id, in: chat) }
    say("It is sent.")
  }
}
