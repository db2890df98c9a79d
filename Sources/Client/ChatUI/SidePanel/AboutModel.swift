import ChatModel
import ChatWords
import Observation

/// The side panel while it has the keys; a narrow screen shows it over the messages.
@Observable @MainActor
package final class AboutModel: ScreenDialog {
  package var scroll = ListScroll()
  private let chat: ChatID
  private let panel: SidePanelModel
  /// Nil at the top, above everything that can be chosen.
  private var chosen: SidePanelModel.Entry?

  init(chat: ChatID, panel: SidePanelModel) {
    self.chat = chat
    self.panel = panel
  }

  /// What Enter opens.
  package var selected: SidePanelModel.Entry? {
    chosen.flatMap { panel.entries(of: chat).contains($0) ? $0 : nil }
  }

  package var needs: Set<ScreenNeed> { [.members(chat), .highlights(chat)] }

  package var isPanel: Bool { true }

  package func dialog(at moment: DialogMoment) -> Dialog {
    guard let chat = moment.app.list.summary(of: chat) else {
      return Dialog(title: "About", rows: [], footer: [.cancel("close")])
    }
    let view = SidePanelView(
      chat: chat, panel: panel, selected: selected, moment: moment, isWhole: true)
    let hasEntries = !panel.entries(of: chat.id).isEmpty
    let hints: [Dialog.Hint] =
      selected == nil ? [hasEntries ? .choose : .scroll] : [.confirm("open"), .choose]
    return Dialog(
      title: ChatListText.name(chat), rows: [], scrolling: view.rows, scroll: scroll,
      footer: hints + [.cancel("close")])
  }

  package func move(by rows: Int) {
    let entries = panel.entries(of: chat)
    let place = selected.flatMap { entries.firstIndex(of: $0) } ?? -1
    let wanted = place + rows
    if entries.isEmpty || wanted < 0 {
      chosen = nil
      scroll.move(by: rows)
    } else {
      chosen = entries[min(wanted, entries.count - 1)]
    }
  }

  package func confirm(in app: AppModel) {
    guard let selected, let highlights = panel.highlights(of: chat) else {
      return app.cancelOverlay()
    }
    app.closeOverlay()
    switch selected {
    case .pin(let id):
      guard let pin = highlights.pins.newest.first(where: { $0.id == id }) else { return }
      app.show(FoundMessage(chat: chat, message: pin.message))
    case .file(let id):
      guard let message = highlights.files.newest.first(where: { $0.id == id }) else { return }
      app.openFile(of: message)
    case .link(let link): app.openLink(link.address)
    }
  }
}
