import ChatModel
import ChatWords
import CloudModel
import Foundation
package import TerminalUI

/// Draws what the cloud does not have yet.
enum OutboxView {
  @MainActor
  static func dialog(_ model: OutboxModel, at moment: DialogMoment) -> Dialog {
    guard let items = model.items, !items.isEmpty else {
      return Dialog(
        title: "Outbox", rows: [.text(emptyWords(model, at: moment), Theme.quiet)],
        footer: [.cancel("close")], columns: 76)
    }
    let clock = { (date: Date) in moment.time.clock(date) }
    var rows: [Dialog.Row] = []
    if let item = model.selected {
      let since = item.since.map { "Since \(moment.time.moment($0, now: moment.now)). " } ?? ""
      let reason = moment.app.options.addressed(
        OutboxWords.reason(item, model.connection, clock: clock))
      rows += [.text(since + reason, .plain), .blank]
    }
    if let note = model.note { rows.append(.text(note, Theme.danger)) }
    let shown = items.map { item in
      let mark = model.marked.contains(item.id) ? "* " : "  "
      return Dialog.Row.item(
        mark + about(item),
        note: OutboxWords.state(item, clock: clock), isSelected: item.id == model.selected?.id)
    }
    let count = model.marked.count
    return Dialog(
      title: count == 0 ? "Outbox" : "Outbox, \(count) marked", rows: rows, scrolling: shown,
      scroll: model.scroll,
      footer: [.confirm("go")] + hints(model) + [.action(.outboxMark), .cancel("")], columns: 76)
  }

  /// What can be done with the marked changes, or with the selected one.
  @MainActor
  private static func hints(_ model: OutboxModel) -> [Dialog.Hint] {
    let subjects = model.subjects
    return [
      subjects.contains(where: \.hasFailed) ? .action(.outboxRetry) : nil,
      model.selected?.isOwnText == true ? .action(.outboxEdit) : nil,
      subjects.contains { $0.message != nil } ? .action(.outboxDiscard) : nil,
      subjects.contains { $0.text?.isEmpty == false } ? .action(.outboxCopy) : nil,
    ].compactMap(\.self)
  }

  @MainActor
  private static func emptyWords(_ model: OutboxModel, at moment: DialogMoment) -> String {
    guard model.items != nil else { return "" }
    if let reason = model.connection?.sync.obstacle { return "Nothing waits. \(reason)." }
    let words = "Nothing waits: the cloud has everything."
    guard let lastSent = model.lastSent else { return words }
    return words + " Last change sent: \(moment.time.moment(lastSent, now: moment.now))."
  }

  /// The chat with the text of a message, or with what it is.
  private static func about(_ item: OutboxItem) -> String {
    let chat = DisplayText.singleLine(item.chatName)
    if item.subject == .chat { return "\(OutboxWords.what(item)) ‘\(chat)’" }
    return "\(chat): \(change(item))"
  }

  private static func change(_ item: OutboxItem) -> String {
    let text = DisplayText.singleLine(String((item.text ?? "").prefix(200)))
    let isPlain = item.subject == .message && !item.isDeletion && !item.isChange
    if isPlain, !text.isEmpty { return text }
    if isPlain, let file = item.fileName { return "[\(DisplayText.singleLine(file))]" }
    return text.isEmpty ? OutboxWords.what(item) : "\(OutboxWords.what(item)) ‘\(text)’"
  }
}

extension OutboxModel: ScreenDialog {
  package var isPanel: Bool { true }

  package var context: ActionContext { .outbox }

  package var needs: Set<ScreenNeed> { [.outbox] }

  package func dialog(at moment: DialogMoment) -> Dialog { OutboxView.dialog(self, at: moment) }

  package func move(by rows: Int) { moveSelection(by: rows) }

  package func confirm(in app: AppModel) { app.showMessage(of: selected) }

  package func type(_ event: KeyEvent, in app: AppModel) { note = nil }

  package func perform(_ action: Action, in app: AppModel) {
    note = nil
    switch action {
    case .outboxRetry: app.retry(subjects, in: self)
    case .outboxEdit: app.edit(selected, in: self)
    case .outboxDiscard: app.discard(subjects, in: self)
    case .outboxCopy: app.copy(subjects)
    case .outboxMark: toggleMark()
    default: break
    }
  }

  package func take(_ event: AppEvent) {
    switch event {
    case .outbox(let contents): update(contents)
    case .connection(let connection): self.connection = connection
    default: break
    }
  }
}
