import ChatCore

/// The rows that a pane shows, and where they stand in the chat.
package struct TimelinePicture {
  package var rows: [TimelineRow]
  /// Whether the newest message is wholly there.
  package var isAtEnd: Bool
  /// Whether the very first row of what is loaded is there.
  package var isAtTop: Bool
  /// Messages wholly below what is shown.
  package var newerCount: Int
}
