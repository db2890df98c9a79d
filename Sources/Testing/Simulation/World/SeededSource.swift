import CloudModel
import Synchronization

/// Random bytes and names from a seed, for code that asks from anywhere.
final class SeededSource: Sendable {
  private let generator: Mutex<SplitMix64>

  init(seed: UInt64) { generator = Mutex(SplitMix64(seed: seed)) }

  func bytes(_ count: Int) -> [UInt8] {
    generator.withLock { random in
      (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
  }

  /// Eight lower-case hexadecimal digits.
  func name() -> String {
    let digits = String(generator.withLock { $0.next() } >> 32, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
