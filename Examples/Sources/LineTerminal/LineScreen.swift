import Foundation
import Observation

/// Prints what a view model has to show, each time that it changes, and reads lines.
///
/// Standard input and output may be pipes.
@MainActor public final class LineScreen {
  private let text: () -> String
  private var shown = ""
  /// The lines of an app that goes on while it waits for them; nil in the others.
  private var lines: AsyncStream<String>?
  private var isWaiting = false

  /// `text` reads the view model; it makes the words of others harmless.
  public init(_ text: @escaping () -> String) { self.text = text }

  /// Prints the screen if it has changed, and does so again after the next change.
  public func show() {
    let text = withObservationTracking(self.text) { [weak self] in
      // The change follows this call; the screen is read when it is done.
      Task { @MainActor in self?.changed() }
    }
    guard text != shown else { return }
    shown = text
    say(text)
    if isWaiting { prompt() }
  }

  /// Prints lines that are not part of the screen.
  public func say(_ text: String) { write(text + "\n") }

  /// Shows the screen and waits for a line; nil at the end of the input.
  public func nextCommand() -> LineCommand? {
    show()
    prompt()
    return readLine().map { LineCommand($0) }
  }

  /// The same for an app in which something happens meanwhile, which is then shown at once.
  ///
  /// What changes while the app carries out a command is shown when it waits for the next one. Each command is answered
  /// by the whole screen, so that one also sees that nothing has changed.
  public func awaitCommand() async -> LineCommand? {
    let lines = lines ?? Self.standardInput()
    self.lines = lines
    show()
    prompt()
    isWaiting = true
    defer { isWaiting = false }
    for await line in lines {
      shown = ""
      return LineCommand(line)
    }
    return nil
  }

  private func changed() {
    if lines == nil || isWaiting { show() }
  }

  private static func standardInput() -> AsyncStream<String> {
    AsyncStream { lines in
      // `readLine` holds its thread up until there is a line.
      Thread.detachNewThread {
        while let line = readLine() { lines.yield(line) }
        lines.finish()
      }
    }
  }

  private func prompt() {
    if isatty(STDIN_FILENO) == 1 { write("> ") }
  }

  /// Without a buffer, so that everything is seen in its order, also in a pipe.
  private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
