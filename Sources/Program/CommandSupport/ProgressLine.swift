import Foundation
import Synchronization
import TerminalUI

#if canImport(Glibc)
import Glibc
#endif

/// The progress of long work: one line at the end of a terminal, which is redrawn in its place and leaves nothing.
///
/// It is shown only where standard error is a terminal, and not with `--quiet` or `--json`. It appears when the work
/// has taken a second, and changes five times a second at most. Whatever else is printed takes its place.
package final class ProgressLine: Sendable {
  private static let delay = Duration.seconds(1)
  private static let interval = Duration.milliseconds(200)
  /// Whether the line of any progress is on the terminal.
  private static let isDrawn = Mutex(false)

  package let isShown: Bool
  private let begin = Live.clock.now
  /// When the line may be drawn again.
  private let next: Mutex<ContinuousClock.Instant>

  /// Work that begins now; `isHidden` where it prints data on the same terminal.
  package convenience init(_ options: GlobalOptions, isHidden: Bool = false) {
    self.init(isHidden: isHidden || options.json || options.quiet)
  }

  /// Work of a command without those options.
  package init(isHidden: Bool) {
    isShown = !isHidden && isatty(STDERR_FILENO) == 1 && Live.environment["TERM"] != "dumb"
    next = Mutex(begin + Self.delay)
  }

  /// Says how far the work is; costs nearly nothing where it is too early to draw.
  package func show(_ words: @autoclosure () -> String) {
    guard isShown else { return }
    let now = Live.clock.now
    let isDue = next.withLock { next in
      guard now >= next else { return false }
      next = now + Self.interval
      return true
    }
    if isDue { draw(words()) }
  }

  /// Says while `body` runs what it waits for, and for how long it has.
  package func during<Success>(
    _ words: String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Success
  ) async rethrows -> Success {
    try await during({ words }, body)
  }

  /// The same with words that change; they are asked for twice a second, and nil leaves the line as it is.
  package func during<Success>(
    _ words: @escaping @Sendable () async -> String?,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Success
  ) async rethrows -> Success {
    guard isShown else { return try await body() }
    // Runs after the telling has ended, which ends with this scope, however it is left.
    defer { Self.clear() }
    async let _: Void = tell(words)
    return try await body()
  }

  @concurrent private func tell(_ words: @Sendable () async -> String?) async {
    do {
      try await Task.sleep(for: Self.delay)
      while true {
        if let words = await words() {
          try Task.checkCancellation()
          show("\(words) (\((Live.clock.now - begin).components.seconds) s)")
        }
        try await Task.sleep(for: .milliseconds(500))
      }
    } catch {
      // The work is done.
    }
  }

  private func draw(_ words: String) {
    var size = winsize()
    let hasSize = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    // A line that fills the last column would begin another one.
    let text = DisplayText.singleLine(words).truncated(to: (hasSize ? Int(size.ws_col) : 80) - 1)
    Self.isDrawn.withLock { isDrawn in
      isDrawn = true
      _ = Output.write("\r" + text + Self.eraseRest, to: STDERR_FILENO)
    }
  }

  /// Removes the line from the terminal, if one is there.
  package static func clear() {
    isDrawn.withLock { isDrawn in
      guard isDrawn else { return }
      isDrawn = false
      _ = Output.write("\r" + eraseRest, to: STDERR_FILENO)
    }
  }

  /// Source: ECMA-48, EL.
  private static let eraseRest = "\u{1B}[K"
}
