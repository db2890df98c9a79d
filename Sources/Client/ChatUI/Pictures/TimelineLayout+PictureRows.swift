import ChatModel
import TerminalUI

extension TimelineLayout {
  /// The rows that the picture of a message fills, below its card.
  func pictureRows(of message: Message) -> [TimelineRow.Content] {
    let columns = metrics.textWidth
    guard let size = pictures?.size(of: message, columns: columns) else { return [] }
    return (0..<size.height).map { .picture(row: $0, of: size) }
  }
}
