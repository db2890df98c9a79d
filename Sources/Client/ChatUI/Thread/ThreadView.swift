import ChatModel
package import ChatWords
package import Foundation
import TerminalUI

/// Draws a message and what answers it.
package enum ThreadView {
  /// The thread while it has the keys.
  ///
  /// - Parameters:
  ///   - model: the thread.
  ///   - time: writes times.
  ///   - now: the time of the picture.
  ///   - canWrite: whether the reader may write in the chat.
  /// - Returns: the dialog.
  @MainActor
  package static func dialog(
    _ model: ThreadModel, time: TimeText, now: Date, canWrite: Bool
  ) -> Dialog {
    let selected = model.selected
    let rows: [Dialog.Row] = model.note.map { [.text($0, Theme.danger)] } ?? []
    let canReply = canWrite && selected?.isDeleted == false
    let hints: [Dialog.Hint] =
      (canReply ? [.action(.threadReply)] : [])
      + (selected == nil ? [] : [.confirm("go"), .choose])
    return Dialog(
      title: "Answers", rows: rows,
      scrolling: messages(of: model, selected: selected?.id, time: time, now: now),
      scroll: model.scroll, footer: hints + [.cancel("close")])
  }

  /// The thread beside its chat while the person writes there: the newest answers are in sight.
  @MainActor
  static func dialogBeside(_ model: ThreadModel, time: TimeText, now: Date) -> Dialog {
    let rows = messages(of: model, selected: nil, time: time, now: now)
    var scroll = ListScroll()
    // Drawing limits it to the last row.
    scroll.move(by: Int(Int32.max))
    return Dialog(title: "Answers", rows: [], scrolling: rows, scroll: scroll, footer: [])
  }

  @MainActor
  private static func messages(
    of model: ThreadModel, selected: MessageID?, time: TimeText, now: Date
  ) -> [Dialog.Row] {
    guard let thread = model.thread else { return [] }
    func said(_ message: Message) -> Dialog.Row {
      self.said(
        message, in: thread, isSelected: message.id == selected,
        note: time.moment(message.timestamp, now: now))
    }
    var rows: [Dialog.Row]
    if let root = thread.root {
      rows = [said(root)]
    } else {
      rows = [.text("The message that is answered is not on this device.", Theme.quiet)]
    }
    rows += [
      .blank,
      .section(
        thread.answerCount == 0 ? "No answers yet" : MessageWords.answers(thread.answerCount),
        count: ""),
    ]
    if model.olderCount > 0 {
      rows.append(.text("\(model.olderCount) older ones above", Theme.quiet))
    }
    return rows + thread.answers.flatMap { [Dialog.Row.blank, said($0)] }
  }

  /// A message with its sender and time; an answer to another one than the first also says whom it answers.
  @MainActor
  private static func said(
    _ message: Message, in thread: MessageThread, isSelected: Bool, note: String
  ) -> Dialog.Row {
    var head = SenderWords.short(message)
    if let quote = message.replyTo, quote.recordName != thread.rootName,
      message.recordName != thread.rootName, let original = quote.original
    {
      head += " to " + SenderWords.name(original, own: "you")
    }
    return .said(
      message, by: head, Theme.sender(of: message), note: note, isSelected: isSelected)
  }
}
