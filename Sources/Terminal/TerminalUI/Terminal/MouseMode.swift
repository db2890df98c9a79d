/// Whether the terminal reports the mouse.
package enum MouseMode: Hashable, Sendable {
  case off
  /// Clicks and the wheel are reported.
  case reported
}
