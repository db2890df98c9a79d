import CommandSupport
import Simulation
import Synchronization

/// Says while a failure is made smaller how far that is: a line at the end of a terminal, and in a log a few lines.
final class ShrinkingProgress: Sendable {
  /// Our choice: the number of played scenarios between two lines of a log; at most 3,000 are played.
  private static let runsBetweenLines = 500

  private let seed: UInt64
  private let isHidden: Bool
  private let line: ProgressLine
  private let nextLine = Mutex(runsBetweenLines)

  init(of seed: UInt64, isHidden: Bool) {
    self.seed = seed
    self.isHidden = isHidden
    line = ProgressLine(isHidden: isHidden)
    if !isHidden { Output.note("Making seed \(seed) smaller …") }
  }

  func show(_ progress: ScenarioShrinker.Progress) {
    line.show(words(progress))
    guard !isHidden, !line.isShown else { return }
    let isDue = nextLine.withLock { next in
      guard progress.runs >= next else { return false }
      next = (progress.runs / Self.runsBetweenLines + 1) * Self.runsBetweenLines
      return true
    }
    if isDue { Output.note(words(progress)) }
  }

  private func words(_ progress: ScenarioShrinker.Progress) -> String {
    let steps = progress.steps.map {
      ", the smallest that fails has \($0) step\($0 == 1 ? "" : "s")"
    }
    return "Making seed \(seed) smaller: \(progress.runs) scenarios were played\(steps ?? "")"
  }
}
