import ChatModel
import ChatWords
import Foundation
package import TerminalUI

/// Draws the search and what it finds.
enum SearchView {
  @MainActor
  static func dialog(_ model: SearchModel, names: [ChatID: String], at moment: DialogMoment)
    -> Dialog
  {
    let place = Self.place(of: model, names: names)
    let showsChats = model.isEverywhere || model.namedChats.map { $0.count > 1 } == true
    var rows: [Dialog.Row] = [.input(model.input)]
    if let error = model.error {
      rows.append(.text(error, Theme.danger))
    } else {
      if let words = counts(model, at: moment) { rows.append(.text(words, Theme.quiet)) }
      if !model.isNarrowed { rows.append(.text(MessageSearch.filters, Theme.faint)) }
    }
    let hits = zip(model.hits ?? [], model.snippets).enumerated().map { place, found in
      row(
        found.0, found.1, chat: showsChats ? names[found.0.chat] : nil,
        isSelected: model.isSelected(place), at: moment)
    }
    let isEmpty =
      model.hits?.isEmpty == true && model.error == nil && !model.input.isEmpty
      && (model.countEverywhere ?? 0) == 0
    let other: [Dialog.Hint] =
      model.chat == nil
      ? [] : [.action(.searchAllChats, model.isEverywhere ? "this chat" : nil)]
    return Dialog(
      title: "Find in \(place)", rows: rows,
      scrolling: isEmpty ? [.text("No message fits.", Theme.quiet)] : hits, scroll: model.scroll,
      footer: Dialog.Hint.choose("go", isEmpty: hits.isEmpty) + other + [.cancel("close")],
      columns: 76)
  }

  /// Where is looked: `all chats`, `Family`, or `2 chats`.
  @MainActor
  private static func place(of model: SearchModel, names: [ChatID: String]) -> String {
    guard let named = model.namedChats else {
      return model.isEverywhere ? "all chats" : DisplayText.singleLine(model.chatName)
    }
    guard let only = named.first, named.count == 1 else {
      return DisplayText.count(named.count, "chat")
    }
    return DisplayText.singleLine(names[only] ?? model.chatName)
  }

  /// `3 here · 12 in all chats: Tab`; nil where there is nothing to count.
  @MainActor
  private static func counts(_ model: SearchModel, at moment: DialogMoment) -> String? {
    guard let hits = model.hits, !model.input.isEmpty else { return nil }
    let found = hits.count < SearchModel.limit ? "\(hits.count)" : "\(SearchModel.limit)+"
    if model.namedChats != nil { return hits.isEmpty ? nil : "\(found) found" }
    if model.isEverywhere { return hits.isEmpty ? nil : "\(found) in all chats" }
    guard let count = model.countEverywhere, count > hits.count else {
      return hits.isEmpty ? nil : "\(found) here"
    }
    let all = count < SearchModel.countLimit ? "\(count)" : "\(SearchModel.countLimit - 1)+"
    let here = hits.isEmpty ? "None here" : "\(found) here"
    return "\(here) · \(all) in all chats: \(moment.app.keymap.way(to: .searchAllChats))"
  }

  private static func row(
    _ hit: FoundMessage, _ snippet: SearchSnippet, chat: String?, isSelected: Bool,
    at moment: DialogMoment
  ) -> Dialog.Row {
    let when = moment.time.listTime(hit.message.timestamp, now: moment.now)
    return .found(
      snippet, sender: SenderWords.short(hit.message),
      note: [chat.map { String(DisplayText.singleLine($0).prefix(16)) }, when]
        .compactMap(\.self).joined(separator: "  "), isSelected: isSelected)
  }
}

extension SearchModel: TextDialog {
  package var isPanel: Bool { true }

  package var context: ActionContext { .search }

  package func dialog(at moment: DialogMoment) -> Dialog {
    SearchView.dialog(self, names: moment.chatNames, at: moment)
  }

  package func confirm(in app: AppModel) {
    guard let hit = selected else { return }
    app.closeOverlay()
    app.show(hit, words)
  }

  package func move(by rows: Int) { moveSelection(by: rows) }

  package func perform(_ action: Action, in app: AppModel) {
    guard action == .searchAllChats, chat != nil else { return }
    isEverywhere.toggle()
    app.search(self)
  }

  package func type(_ event: KeyEvent, in app: AppModel) {
    typeText(event, app.keymap)
    app.search(self)
  }

  package func paste(_ text: String, in app: AppModel) {
    insert(text)
    app.search(self)
  }

  package func take(_ event: AppEvent) {
    switch event {
    case .found(let hits, let number): update(hits, number: number)
    case .foundEverywhere(let count, let number): updateCount(count, number: number)
    default: break
    }
  }
}
