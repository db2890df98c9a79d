package import ChatCore

/// What the message pane is fixed to.
///
/// It never holds an offset, so whatever is inserted, removed or wrapped anew elsewhere does not
/// move what is read.
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
    /// Rows of the text when this was noted; another width keeps the proportion.
    package var rowCount: Int
  }
}
