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
      pick(point.row - area.row, in: area)
    } else {
      if model.focus == .list { model.focusList(false) }
      model.leavePicking()
    }
  }

  private func pick(_ row: Int, in area: Rect) {
    guard let conversation = model.conversation, let timeline = timeline(width: area.width) else {
      return
    }
    let picture = timeline.picture(anchor: conversation.anchor, height: area.height)
    let place = row - (area.height - picture.rows.count)
    guard picture.rows.indices.contains(place) else { return }
    if model.focus == .list { model.focusList(false) }
    conversation.pick(timeline.messages[picture.rows[place].index].id)
    model.focus = .picking
  }
}
