package import ChatModel

/// The row of the timeline to which the message pane is fixed.
///
/// It holds no offset, so that rows inserted, removed or wrapped again elsewhere do not move what the person
/// reads.
package enum ViewAnchor: Sendable, Equatable {
  /// The newest message is at the bottom and stays there.
  case end
  /// A row of a message is at the top.
  case top(Row)

  package struct Row: Sendable, Equatable {
    package var message: MessageID
    /// Finds the place again should the message vanish.
    package var cursor: MessageCursor
    /// Counted from the first row of the message's text; negative among the rules above it.
    package var row: Int
    /// The number of text rows when this was noted; at another width, the proportion is kept.
    package var rowCount: Int
  }
}
