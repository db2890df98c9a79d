import TerminalUI
import Testing

/// A screen that can be waited for.
@MainActor
final class WatchedTerminal: TerminalBackend {
  private let screen: GridTerminal
  private var waiter: (isAwaited: (String) -> Bool, continuation: CheckedContinuation<Void, Never>)?

  init(size: Size) {
    screen = GridTerminal(size: size)
    screen.begin()
  }

  var text: String { screen.text.joined(separator: "\n") }
  var bellCount: Int { screen.bellCount }
  var notifications: [String] { screen.notifications }
  var title: String { screen.title }
  var drawCount: Int { screen.drawCount }
  var suspendCount: Int { screen.suspendCount }
  var copied: String? { screen.copied }
  var lastSentences: [String] { screen.lastSentences }

  /// Returns as soon as a picture fits; a test that is cancelled, because its time is over, fails with the last one.
  func wait(
    at location: SourceLocation = #_sourceLocation, until isAwaited: @escaping (String) -> Bool
  ) async {
    if isAwaited(text) { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation {
        if Task.isCancelled { $0.resume() } else { waiter = (isAwaited, $0) }
      }
    } onCancel: {
      Task { @MainActor in self.giveUp() }
    }
    if Task.isCancelled { Issue.record("not seen on:\n\(text)", sourceLocation: location) }
  }

  private func giveUp() {
    waiter?.continuation.resume()
    waiter = nil
  }

  var size: Size { screen.size }
  func begin() { screen.begin() }
  func end() { screen.end() }

  func draw(_ grid: Grid, cursor: Point?) {
    screen.draw(grid, cursor: cursor)
    guard let waiter, waiter.isAwaited(text) else { return }
    self.waiter = nil
    waiter.continuation.resume()
  }

  @discardableResult
  func updateSize() -> Size { screen.updateSize() }
  func resize(to size: Size) { screen.windowSize = size }
  var background: Background? { screen.background }
  var colors: ColorSupport { screen.colors }
  var pictures: PictureAbilities { screen.pictures }
  func take(_ answer: TerminalAnswer) -> Bool { screen.take(answer) }
  func setTitle(_ title: String) { screen.setTitle(title) }
  func bell() { screen.bell() }
  func notify(_ way: DesktopNotification, title: String, body: String) {
    screen.notify(way, title: title, body: body)
  }
  func copy(_ text: String) { screen.copy(text) }
  func setMouse(_ mode: MouseMode) { screen.setMouse(mode) }
  func suspend() { screen.suspend() }
  func pause() { screen.pause() }
  func resume() { screen.resume() }
  func showAfterEnd(_ sentence: String) { screen.showAfterEnd(sentence) }
}
