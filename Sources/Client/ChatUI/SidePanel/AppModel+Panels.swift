import ChatModel

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

  /// Shows the panel after the one that is shown; after one that is not in the row, the first.
  package func showNextPanel() {
    let panels = panels
    let place = panels.firstIndex(where: \.isShown) ?? -1
    panels[(place + 1) % panels.count].show()
  }

  /// Shows who is in the open chat, and what stands out in it.
  package func showAbout() {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    overlay = AboutModel(chat: chat.id, panel: sidePanel)
  }
}
