import TerminalUI

/// The desktop notification of new messages: harmless to every program that it passes through.
package struct Notification: Equatable, Sendable {
  package let title: String
  package let body: String

  /// - Parameters:
  ///   - title: one line; control characters are made visible, and what changes directions is left out.
  ///   - body: likewise.
  package init(title: String, body: String) {
    self.title = DisplayText.singleLine(title)
    self.body = DisplayText.singleLine(body)
  }
}
