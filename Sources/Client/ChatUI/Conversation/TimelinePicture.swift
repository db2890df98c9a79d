import ChatCore

/// The rows that a pane shows, and where they stand in the chat.
package struct TimelinePicture {
  package var rows: [TimelineRow]
  /// Whether the newest message is shown in full.
  package var isAtEnd: Bool
  /// Whether the first loaded row is shown.
  package var isAtTop: Bool
  /// The number of messages that lie entirely below the shown rows.
  package var newerCount: Int
}
