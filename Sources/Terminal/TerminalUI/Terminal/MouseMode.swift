/// The mode of the terminal's mouse reports.
package enum MouseMode: Hashable, Sendable {
  case off
  /// Clicks and the wheel are reported.
  case reported
}
