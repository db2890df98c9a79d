import ChatModel
package import ChatWords
package import Foundation
import TerminalUI

/// Draws the pinned messages of a chat.
package enum PinnedView {
  /// - Parameters:
  ///   - model: the messages.
  ///   - time: writes times.
  ///   - now: the time of the picture.
  ///   - way: how a message is pinned, as keys or a command.
  ///   - canUnpin: whether the reader may change pins.
  /// - Returns: the dialog.
  @MainActor
  package static func dialog(
    _ model: PinnedModel, time: TimeText, now: Date, way: String, canUnpin: Bool
  ) -> Dialog {
    let title = "Pinned in \(DisplayText.singleLine(model.chatName))"
    guard let pins = model.pins, !pins.isEmpty else {
      let words = model.pins == nil ? "" : "No pinned messages. \(way) pins one for everyone."
      return Dialog(
        title: title, rows: [.text(words, Theme.quiet)], footer: [.cancel("close")], columns: 70)
    }
    var rows: [Dialog.Row] = []
    if let pin = model.selected {
      rows = [.text(about(pin, time: time, now: now), Theme.quiet), .blank]
    }
    if let note = model.note { rows.append(.text(note, Theme.danger)) }
    let items = pins.map { pin in
      let message = pin.message
      let words =
        message.isOfBlockedPerson
        ? BlockWords.message(of: message.senderName)
        : "\(SenderWords.short(message)): \(MessageWords.firstLine(of: message))"
      return Dialog.Row.item(
        DisplayText.singleLine(words),
        note: time.listTime(message.timestamp, now: now), isSelected: pin.id == model.selected?.id)
    }
    return Dialog(
      title: title, rows: rows, scrolling: items, scroll: model.scroll,
      footer: [.confirm("go")] + (canUnpin ? [.action(.pinnedUnpin)] : []) + [.cancel("close")],
      columns: 70)
  }

  private static func about(_ pin: PinnedMessage, time: TimeText, now: Date) -> String {
    let who = pin.pinnedBy.map { " by \(DisplayText.singleLine($0))" } ?? ""
    return "Pinned\(who), \(time.moment(pin.pinnedAt, now: now))."
  }
}
