import ChatModel
package import ChatViews
import Foundation
package import TerminalUI

/// Draws the search and what it finds.
enum SearchView {
  /// Characters of a message that stand before the word that is found.
  private static let lead = 24

  @MainActor
  static func dialog(_ model: SearchModel, names: [ChatID: String], at moment: DialogMoment)
    -> Dialog
  {
    let place = model.isEverywhere ? "all chats" : DisplayText.singleLine(model.chatName)
    var rows: [Dialog.Row] = [.input(model.input)]
    if let error = model.error {
      rows.append(.text(error, Theme.failure))
    } else if model.input.isEmpty {
      rows.append(
        .text(
          "Words, and from:NAME in:CHAT has:file has:link to:me before:DAY after:DAY", Theme.quiet))
    }
    let words = model.input.text.split(whereSeparator: \.isWhitespace).map(String.init)
      .filter { !$0.contains(":") }
    let hits = (model.hits ?? []).enumerated().map { place, hit in
      row(
        hit, words: words, chat: model.isEverywhere ? names[hit.chat] : nil,
        isSelected: model.isSelected(place), at: moment)
    }
    let isEmpty = model.hits?.isEmpty == true && model.error == nil && !model.input.isEmpty
    let other = model.isEverywhere ? "this chat" : "all chats"
    return Dialog(
      title: "Find in \(place)", rows: rows,
      scrolling: isEmpty ? [.text("No message fits.", Theme.quiet)] : hits, scroll: model.scroll,
      footer: "Enter go │ Up Down choose"
        + (model.chat == nil ? "" : " │ Tab \(other)") + " │ Esc close",
      columns: 76)
  }

  private static func row(
    _ hit: FoundMessage, words: [String], chat: String?, isSelected: Bool, at moment: DialogMoment
  ) -> Dialog.Row {
    let message = hit.message
    let sender = message.isOwn ? "You" : message.senderName
    let text = DisplayText.singleLine(
      message.text.isEmpty ? (message.attachment?.name ?? "") : String(message.text.prefix(4_000)))
    let match = words.lazy.compactMap { word in
      text.range(of: word, options: [.caseInsensitive, .diacriticInsensitive])
    }.first
    let begin = match.map { text.index($0.lowerBound, offsetBy: -lead, limitedBy: text.startIndex) }
    let start = (begin ?? text.startIndex) ?? text.startIndex
    let before = (start == text.startIndex ? "" : "…") + text[start..<(match?.lowerBound ?? start)]
    let when = moment.time.listTime(message.timestamp, now: moment.now)
    return .found(
      before: "\(sender): \(before)", match: match.map { String(text[$0]) } ?? "",
      after: String(text[(match?.upperBound ?? start)...].prefix(200)),
      note: [chat.map { String(DisplayText.singleLine($0).prefix(16)) }, when]
        .compactMap(\.self).joined(separator: "  "), isSelected: isSelected)
  }
}

extension SearchModel: TextDialog {
  package var isPanel: Bool { true }

  package func dialog(at moment: DialogMoment) -> Dialog {
    SearchView.dialog(self, names: moment.chatNames, at: moment)
  }

  package func confirm(in app: AppModel) {
    guard let hit = selected else { return }
    app.closeOverlay()
    app.show(hit)
  }

  package func move(by rows: Int) { moveSelection(by: rows) }

  package func type(_ event: KeyEvent, in app: AppModel) {
    if event.key == .tab, chat != nil {
      isEverywhere.toggle()
    } else {
      typeText(event, app.keymap)
    }
    app.search(self)
  }

  package func paste(_ text: String, in app: AppModel) {
    insert(text)
    app.search(self)
  }

  package func take(_ event: AppEvent) {
    if case .found(let hits, let number) = event { update(hits, number: number) }
  }
}
