/// An event that reaches the program through the terminal.
package enum TerminalEvent: Hashable, Sendable {
  case input(InputEvent)
  /// The window has another size now.
  case resized(Size)
  /// The process was continued; the screen is to be taken over and drawn anew.
  case resumed
  /// Something outside asked the process to stop, as Ctrl+Z does.
  case suspendRequested
  /// HUP, INT or TERM came: end soon. A second one ends the process at once.
  ///
  /// While the input is paused, INT is for the program that has the terminal, and does not come.
  case terminated(signal: Int32)
  /// The terminal is gone; no more input comes.
  case inputClosed
}
