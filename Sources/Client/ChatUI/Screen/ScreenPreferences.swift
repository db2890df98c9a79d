/// The person's manual changes to the screen, and what they have seen on it, kept from one start to the next.
///
/// `ScreenLayout` decides which widths come of them.
package struct ScreenPreferences: Codable, Equatable, Sendable {
  /// Columns of the chat list; nil where the width of the screen decides.
  package var listColumns: Int?
  /// Columns of the side panel.
  package var panelColumns: Int?
  /// Whether the side panel is shown where there is room for it; nil where the width of the screen decides.
  package var showsPanel: Bool?
  /// The invitations that stood in the list when it last had the keys, by id.
  package var seenInvitations: Set<String>?

  package init() {}
}
