package import CloudModel
import Synchronization

/// A seeded generator that several tasks may draw from.
package final class SharedRandom: Sendable {
  private let generator: Mutex<SplitMix64>

  package init(seed: UInt64) { generator = Mutex(SplitMix64(seed: seed)) }

  package func draw<R: Sendable>(_ body: (inout SplitMix64) -> sending R) -> R {
    generator.withLock { body(&$0) }
  }

  package func bytes(_ count: Int) -> [UInt8] {
    draw { random in (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
  }

  /// Lower-case hexadecimal digits.
  package func name(_ digits: Int = 12) -> String {
    draw { random in
      (0..<digits).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined()
    }
  }
}
