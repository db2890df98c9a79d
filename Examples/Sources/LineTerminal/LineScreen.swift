import Foundation
import Observation

/// Prints what a view model has to show, each time that it changes, and reads lines.
///
/// Standard input and output may be pipes.
@MainActor public final class LineScreen {
  private let text: () -> String
  private var shown = ""

  /// `text` reads the view model; it makes the words of others harmless.
  public init(_ text: @escaping () -> String) { self.text = text }

  /// Prints the screen if it has changed, and does so again after the next change.
  public func show() {
    let text = withObservationTracking(self.text) { [weak self] in
      // The change follows this call; the screen is read when it is done.
      Task { @MainActor in self?.show() }
    }
    guard text != shown else { return }
    shown = text
    say(text)
  }

  /// Prints lines that are not part of the screen.
  public func say(_ text: String) { write(text + "\n") }

  /// Shows the screen and waits for a line; nil at the end of the input.
  public func nextCommand() -> LineCommand? {
    show()
    if isatty(STDIN_FILENO) == 1 { write("> ") }
    return readLine().map { LineCommand($0) }
  }

  /// Without a buffer, so that everything is seen in its order, also in a pipe.
  private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
