/// What was typed in a chat and not sent.
package struct Draft: Sendable, Equatable {
  /// What this window has kept.
  package var kept: String
  /// What windows that have ended left; it belongs to this window from now on.
  package var left: String

  package init(kept: String, left: String = "") {
    self.kept = kept
    self.left = left
  }
}
