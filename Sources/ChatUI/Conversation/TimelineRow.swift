import ChatCore

/// One row of the message pane, ready to be drawn.
package struct TimelineRow: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    /// The oldest message is the first one of the chat.
    case beginning
    /// Older messages are there, loaded when scrolled to.
    case older
    /// Messages from before are still to come from the cloud.
    case missing
    case day(String)
    case unread(count: Int)
    /// The sender on a row of its own, in narrow panes.
    case sender(time: String)
    /// A row of the text; the first may bear time and name, the last the state.
    case text(String, time: String?, showsName: Bool, isLast: Bool)
    /// A row of what others have put there, which no text looks like.
    case reactions(String, isLast: Bool)
  }

  /// Place in the list of messages.
  package var index: Int
  /// From the first row of the message's text; negative above it.
  package var row: Int
  package var content: Content
}
