import ChatModel
import Observation

/// The panels beside the messages, which a narrow screen shows over them.
extension AppModel {
  /// The panels in the order in which a key goes through them.
  private var panels: [(isShown: Bool, show: () -> Void)] {
    [
      (overlay is AboutModel, showAbout), (overlay is MembersModel, showMembers),
      (overlay is PinnedModel, showPinned), (overlay is FilesModel, showFiles),
      (overlay is SearchModel, { self.openSearch("") }), (overlay is OutboxModel, showOutbox),
    ]
  }

  /// Shows the panel after the one that is shown.
  package func showNextPanel() {
    let panels = panels
    guard let place = panels.firstIndex(where: \.isShown) else { return }
    panels[(place + 1) % panels.count].show()
  }

  /// Shows what the open chat is, and who is in it.
  package func showAbout() {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    overlay = AboutModel(chat: chat.id)
  }
}

/// The open chat's properties and members, with the keys.
@Observable @MainActor
package final class AboutModel: ScreenDialog {
  package var scroll = ListScroll()
  private let chat: ChatID

  init(chat: ChatID) { self.chat = chat }

  package var needs: Set<ScreenNeed> { [.members(chat)] }

  package var isPanel: Bool { true }

  package func dialog(at moment: DialogMoment) -> Dialog {
    guard let chat = moment.app.list.summary(of: chat) else {
      return Dialog(title: "About", rows: [], footer: [.cancel("close")])
    }
    let members = moment.app.sidePanel.members(of: chat.id)
    var dialog = SidePanelView.dialog(chat, members: members, at: moment)
    (dialog.scrolling, dialog.rows) = (dialog.rows, [])
    dialog.scroll = scroll
    dialog.footer = [.scroll, .cancel("close")]
    return dialog
  }
}
