/// A screen for tests: keeps what was drawn last and what else was asked of it.
@MainActor
package final class GridTerminal: TerminalBackend {
  package enum State: Hashable, Sendable {
    case ended
    case begun
    case paused
  }

  /// The window's size now; tests change it, then call `updateSize`.
  package var windowSize: Size
  package private(set) var size: Size
  package private(set) var state = State.ended
  package private(set) var grid: Grid
  package private(set) var cursor: Point?
  package private(set) var title = ""
  package private(set) var copied: String?
  package private(set) var mouse = MouseMode.off
  package private(set) var drawCount = 0
  package private(set) var bellCount = 0
  package private(set) var notifications: [String] = []
  package private(set) var suspendCount = 0
  package private(set) var lastSentences: [String] = []
  package private(set) var background: Background?
  package let colors = ColorSupport.palette
  package var pictures = PictureAbilities()

  package init(size: Size) {
    self.size = size
    windowSize = size
    grid = Grid(size: size)
  }

  /// The rows last drawn, without the blanks at their ends.
  package var text: [String] { grid.text }

  package func begin() { state = .begun }

  package func end() { state = .ended }

  package func draw(_ grid: Grid, cursor: Point?) {
    guard state == .begun else { return }
    self.grid = grid
    self.cursor = cursor
    drawCount += 1
  }

  @discardableResult
  package func updateSize() -> Size {
    size = windowSize
    return size
  }

  package func take(_ answer: TerminalAnswer) -> Bool {
    if case .background(let color) = answer { background = Background(color) }
    return false
  }

  package func setTitle(_ title: String) { self.title = DisplayText.singleLine(title) }

  package func bell() { bellCount += 1 }

  package func notify(_ way: DesktopNotification, title: String, body: String) {
    if let sequence = way.sequence(title: title, body: body) { notifications.append(sequence) }
  }

  package func copy(_ text: String) { copied = text }

  package func setMouse(_ mode: MouseMode) { mouse = mode }

  package func suspend() { suspendCount += 1 }

  package func pause() { state = .paused }

  package func resume() { state = .begun }

  package func showAfterEnd(_ sentence: String) { lastSentences.append(sentence) }
}
