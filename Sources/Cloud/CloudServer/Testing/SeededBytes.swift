import CloudModel
import Synchronization

/// Bytes that are the same for a seed each time, so that a test sees the same names and tokens.
///
/// Anybody can guess them.
final class SeededBytes: Sendable {
  private let state: Mutex<(present: SplitMix64, start: SplitMix64)>

  init(seed: UInt64) {
    let generator = SplitMix64(seed: seed)
    state = Mutex((generator, generator))
  }

  func next(_ count: Int) -> [UInt8] {
    state.withLock { state in
      (0..<count).map { _ in UInt8(truncatingIfNeeded: state.present.next() >> 32) }
    }
  }

  /// Makes the present state the start.
  func remember() { state.withLock { $0.start = $0.present } }

  /// Begins again at the start.
  func reset() { state.withLock { $0.present = $0.start } }
}
