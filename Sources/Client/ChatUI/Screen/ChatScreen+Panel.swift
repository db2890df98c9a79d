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
    let isWanted = !wantsPanel
    let isUsual = isWanted == isPanelUsual
    model.prefer { $0.showsPanel = isUsual ? nil : isWanted }
  }

  /// Gives the keys to what stands beside the messages.
  func choosePanel() {
    if layout?.panel == nil || !model.returnToThread() { model.showAbout() }
  }

  /// Changes the width of the panel if it has the keys, or else of the chat list.
  func widen(by columns: Int) {
    guard let layout, let list = layout.list else { return }
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
