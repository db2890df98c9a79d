/// A screen that pictures are drawn on.
@MainActor
package protocol TerminalBackend: AnyObject {
  /// The room there is now.
  var size: Size { get }

  /// Takes the screen over.
  ///
  /// - Throws: `TerminalError` when there is no usable terminal; nothing is changed then.
  func begin() throws

  /// What a person should know of how the screen was taken over; nil if nothing is unusual.
  var beginningNote: String? { get }

  /// Gives the screen back as it was. Does nothing when not begun.
  func end()

  /// Shows a picture, as much of it as fits the screen.
  ///
  /// - Parameters:
  ///   - grid: the whole screen.
  ///   - cursor: where the cursor blinks; hidden when nil.
  func draw(_ grid: Grid, cursor: Point?)

  /// Asks the terminal for its size and notes it.
  ///
  /// Call it once signals are heard, and after `TerminalEvent.resized`. The next `draw` sends every cell,
  /// because the terminal does not show what was drawn for another size, or for this size while it had
  /// another.
  @discardableResult
  func updateSize() -> Size

  /// The colours that the terminal shows.
  var colors: ColorSupport { get }

  /// The background that the terminal has reported; nil if it has reported none.
  ///
  /// It is taken for dark until the terminal has answered, so that most terminals show one theme from the start.
  var background: Background? { get }

  /// The terminal's abilities for pictures, as far as it has answered.
  var pictures: PictureAbilities { get }

  /// Takes an answer of the terminal to the questions of `begin` and `resume`.
  ///
  /// - Returns: whether the picture looks different now, and has to be drawn again.
  func take(_ answer: TerminalAnswer) -> Bool

  /// Names the terminal's window, from the next picture on.
  func setTitle(_ title: String)

  func bell()

  /// Asks the terminal to show a notification of the desktop, where it can.
  ///
  /// - Parameters:
  ///   - way: the sequence that the terminal knows.
  ///   - title: any text.
  ///   - body: any text.
  func notify(_ way: DesktopNotification, title: String, body: String)

  /// Hands text to the terminal's clipboard where it has one (OSC 52).
  func copy(_ text: String)

  /// Chooses what the mouse does; `off` leaves it to the terminal's own selection.
  func setMouse(_ mode: MouseMode)

  /// Gives the screen back and stops the process, as Ctrl+Z does in other programs.
  ///
  /// Returns when the process is continued, with the screen taken over again; draw then. While another program has the
  /// screen (`pause`), only the process stops, and the other program keeps the screen.
  func suspend()

  /// Gives the screen back for a while, to run another program in it; `resume` ends that.
  func pause()

  /// Takes the screen over again after `pause` or `TerminalEvent.resumed`.
  ///
  /// Harmless if the screen is taken over already. The next `draw` sends every cell.
  func resume()

  /// Has a sentence written to standard error as soon as `end` has given the screen back.
  func showAfterEnd(_ sentence: String)
}

extension TerminalBackend {
  package var beginningNote: String? { nil }
}
