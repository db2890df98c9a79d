import ChatModel
import TerminalUI

/// The effects of a click.
extension ChatScreen {
  /// Opens what was clicked in the list, or picks a message; a click elsewhere goes back to the text.
  func click(_ point: Point) {
    guard model.overlay == nil, let layout else { return }
    if let area = layout.list, area.contains(point), let list = listLayout {
      guard let id = list.entry(at: point.row - area.row) else { return }
      model.list.select(id)
      model.openSelection()
    } else if let area = messagesArea, area.contains(point) {
      guard let message = messagesPane?.message(inRow: point.row - area.row) else { return }
      if model.focus == .list { model.focusList(false) }
      model.conversation?.pick(message)
      model.focus = .picking
    } else if let area = layout.other, area.contains(point) {
      model.goToOther()
    } else {
      if model.focus == .list { model.focusList(false) }
      model.leavePicking()
    }
  }
}
