import ChatModel
package import ChatWords
package import Foundation
import TerminalUI

/// Draws what is known about one message.
package enum DetailsView {
  /// - Parameters:
  ///   - model: the message.
  ///   - state: its state, as a sentence.
  ///   - time: writes times.
  ///   - now: the time of the picture.
  ///   - actions: those that are possible with the message.
  /// - Returns: the dialog.
  @MainActor
  package static func dialog(
    _ model: DetailsModel, state: String, time: TimeText, now: Date, actions: [Action]
  ) -> Dialog {
    let message = model.message
    let sender =
      message.isOwn || message.archivedSender != nil
      ? SenderWords.full(message)
      : PersonWords.full(message.senderName, message.senderDisplayName)
    let written = time.day(message.timestamp, now: now) + " " + time.clock(message.timestamp)
    var lines = [state]
    if message.isPinned, !message.isDeleted { lines.append("Pinned for everyone in the chat.") }
    if let file = message.attachment, !message.isDeleted {
      lines.append("File: " + FileWords.line(file))
      if !file.type.isEmpty { lines.append("Type: " + DisplayText.singleLine(file.type)) }
    }
    if let reactions = MessageWords.reactions(to: message) { lines.append(reactions) }
    if let emoji = EmojiWords.line(message.isDeleted ? "" : message.text) { lines.append(emoji) }
    if let readers = model.details?.readers, !readers.read.isEmpty || !readers.unread.isEmpty {
      lines.append("Read by: " + names(readers.read))
      if !readers.unread.isEmpty { lines.append("Not yet read by: " + names(readers.unread)) }
    }
    return Dialog(
      title: "Message", rows: [.text("\(sender), \(written)", .bold), .blank],
      scrolling: lines.map { .text($0, .plain) } + history(model, time: time, now: now)
        + [.blank] + place(of: model),
      scroll: model.scroll,
      footer: [.confirm("close")] + actions.map { Dialog.Hint.action($0) })
  }

  /// The earlier versions, the newest first, each with its time and its writer if that was not the sender.
  @MainActor
  private static func history(
    _ model: DetailsModel, time: TimeText, now: Date
  ) -> [Dialog.Row] {
    let message = model.message
    guard message.isEdited || message.changedBy != nil, !message.isDeleted else { return [] }
    let versions = model.details?.versions ?? []
    guard !versions.isEmpty else {
      return [.text("It was changed before this device saw it.", .plain)]
    }
    var rows: [Dialog.Row] = [.blank, .heading("Earlier versions")]
    for version in versions.reversed() {
      let writer = version.changedBy.map { ", by \(DisplayText.singleLine($0))" } ?? ""
      rows.append(.text(time.moment(version.writtenAt, now: now) + writer, Theme.quiet))
      rows.append(.written(MessageWords.text(of: version)))
    }
    return rows
  }

  /// The location of the message's record in the cloud.
  @MainActor
  private static func place(of model: DetailsModel) -> [Dialog.Row] {
    var rows: [Dialog.Row] = [.pair("Record", model.message.recordName)]
    if let chat = model.chat {
      rows.append(.pair("Zone", chat.zoneName))
      if chat.isSealed { rows.append(.pair("Kind", SealedWords.mark)) }
      rows.append(
        .pair("Database", chat.isOwn ? "your private one" : "your shared one"))
    }
    return rows
  }

  private static func names(_ names: [String]) -> String {
    names.isEmpty ? "nobody" : PersonWords.list(names, limit: 20)
  }
}
