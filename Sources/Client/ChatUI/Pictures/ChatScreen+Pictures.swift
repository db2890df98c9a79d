import ChatModel
import ClientSettings
import Pictures
import TerminalUI

extension ChatScreen {
  /// The room for pictures in a pane of this height; nil where none are shown.
  func pictureSpace(height: Int) -> PictureSpace? {
    PictureSpace(
      model.settings.screen.pictures, pictureAbilities, height: height,
      refusals: model.pictures.refusals)
  }

  /// Has the pictures drawn whose places are in the pane, and no others.
  func updatePictures(in layout: ScreenLayout?) {
    let pane = layout.flatMap { messagesPane(in: $0) }
    model.want(model.pictures.show(pane?.pictureRequests ?? []))
  }
}

extension MessagesPane {
  /// The pictures whose places are in the area, from above.
  fileprivate var pictureRequests: [PictureRequest] {
    guard let pictures else { return [] }
    let timeline = timeline
    var requests: [PictureRequest] = []
    for row in picture(of: timeline).rows {
      let message = timeline.messages[row.index]
      guard case .picture(_, let cells) = row.content, requests.last?.message != message.id,
        let content = message.attachment?.picture
      else { continue }
      requests.append(
        PictureRequest(
          message.id, content, way: pictures.way, cells: cells,
          pixels: pictures.way.pixels(of: cells, cell: pictures.cell)))
    }
    return requests
  }
}
