import ClientSettings
import TerminalUI

/// The panel beside the messages, and the widths of list and panel.
extension ChatScreen {
  func togglePanel() {
    guard size.width >= ScreenLayout.leastColumnsWithPanel, !model.isBare, !showsTwoChats else {
      return model.showAbout()
    }
    // A thread gives way to what stood there before.
    if model.sidePanel.thread(of: model.openChat) != nil { return model.sidePanel.keep(nil) }
    let isShown = wantsPanel
    model.prefer { $0.showsPanel = !isShown }
  }

  /// Gives the keys to what stands beside the messages.
  func choosePanel() {
    if layout?.panel == nil || !model.returnToThread() { model.showAbout() }
  }

  /// Shows a second chat beside the open one, or hides it.
  func toggleBeside(_ name: String) {
    let columns = ScreenLayout.leastColumnsWithTwoChats
    guard size.width >= columns || model.otherConversation != nil else {
      return model.show(
        .info("Two chats stand side by side on a screen of \(columns) columns or more."))
    }
    model.toggleBeside(name)
  }

  /// Changes the width of the panel if it has the keys, or else of the chat list.
  func widen(by columns: Int) {
    guard let layout, let list = layout.list, !isSinglePane else {
      return model.show(.info("The chat list has no width of its own on a screen this narrow."))
    }
    if model.overlay?.isPanel == true, let panel = layout.panel {
      let range = ScreenPreferences.panelColumns
      model.prefer {
        $0.panelColumns = min(max(panel.width + columns, range.lowerBound), range.upperBound)
      }
    } else if model.overlay == nil {
      let range = ScreenPreferences.listColumns
      model.prefer {
        $0.listColumns = min(max(list.width + columns, range.lowerBound), range.upperBound)
      }
    }
  }
}
