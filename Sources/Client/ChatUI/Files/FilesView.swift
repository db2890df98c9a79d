package import ChatModel
package import ChatWords
package import Foundation
import TerminalUI

/// Draws the files of one chat or of all.
package enum FilesView {
  /// Columns of a chat's name beside a file.
  private static let chatColumns = 16

  /// - Parameters:
  ///   - model: the files.
  ///   - names: the names of the chats.
  ///   - time: writes times.
  ///   - now: the time of the picture.
  /// - Returns: the dialog.
  @MainActor
  package static func dialog(
    _ model: FilesModel, names: [ChatID: String], time: TimeText, now: Date
  ) -> Dialog {
    let place = model.isEverywhere ? "all chats" : DisplayText.singleLine(model.chatName)
    var rows: [Dialog.Row] = []
    if model.isFiltering || !model.input.isEmpty { rows.append(.input(model.input)) }
    if let file = model.selected?.message.attachment {
      let state = FileWords.state(file).map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
      rows.append(.text(state ?? "On this device and in the cloud.", Theme.quiet))
    }
    if let note = model.note { rows.append(.text(note, .bold)) }
    let files = (model.files ?? []).map { found in
      item(
        found, chat: model.isEverywhere ? names[found.chat] : nil, time: time, now: now,
        isSelected: found.message.id == model.selected?.message.id)
    }
    return Dialog(
      title: "Files in \(place)", rows: rows,
      scrolling: model.files?.isEmpty == true ? [.text(emptyWords(model), Theme.quiet)] : files,
      scroll: model.scroll, footer: footer(model), columns: 76)
  }

  @MainActor
  private static func footer(_ model: FilesModel) -> [Dialog.Hint] {
    if model.isFiltering {
      return Dialog.Hint.choose("go", isEmpty: model.selected == nil) + [.cancel("all files")]
    }
    let file: [Dialog.Hint] =
      model.selected == nil ? [] : [.confirm("go"), .action(.filesOpen), .action(.filesSave)]
    let other: [Dialog.Hint] =
      model.chat == nil ? [] : [.action(.filesAllChats, model.isEverywhere ? "this chat" : nil)]
    let find: [Dialog.Hint] = model.files?.isEmpty == true ? [] : [.action(.filesFind)]
    return file + find + other + [.cancel("close")]
  }

  @MainActor
  private static func emptyWords(_ model: FilesModel) -> String {
    if !model.input.isEmpty { return "No file fits." }
    return model.isEverywhere
      ? "No files in your chats." : "No files in this chat. /attach FILE sends one."
  }

  private static func item(
    _ found: FoundMessage, chat: String?, time: TimeText, now: Date, isSelected: Bool
  ) -> Dialog.Row {
    let message = found.message
    let sender = message.isOwn ? "You" : message.senderName
    let note = [
      message.attachment.map { FileWords.size($0.size) },
      chat.map { DisplayText.singleLine($0).truncated(to: chatColumns) },
      DisplayText.singleLine(sender), time.listTime(message.timestamp, now: now),
    ]
    return .item(
      DisplayText.singleLine(message.attachment?.name ?? ""),
      note: note.compactMap(\.self).joined(separator: "  "), isSelected: isSelected)
  }
}
