/// An action of the person at the terminal, or an answer of the terminal.
package enum InputEvent: Hashable, Sendable {
  case key(KeyEvent)
  /// Pasted text, its line ends made LF; what is over 1 MiB is cut off.
  case paste(String)
  case focusGained
  case focusLost
  /// A turn of the mouse wheel over a cell.
  case wheel(WheelDirection, at: Point)
  /// The first mouse button pressed on a cell.
  case click(at: Point)
  /// The terminal speaks of itself; nobody has pressed a key.
  case answer(TerminalAnswer)
}

/// The direction in which the mouse wheel turned.
package enum WheelDirection: Hashable, Sendable {
  case up
  case down
}
