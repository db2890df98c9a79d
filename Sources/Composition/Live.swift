package import CloudRules
import CloudServer
import Dispatch
package import Foundation

/// The real clock, names and random numbers; the only place that makes them.
package enum Live {
  package static let now: @Sendable () -> Date = { Date() }

  package static let makeUnique: @Sendable () -> String = { UUID().uuidString }

  package static let clock = ContinuousClock()

  /// Nanoseconds since the machine was started; all its processes count the same.
  package static func uptimeNanoseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  package static func seed() -> UInt64 { .random(in: .min ... .max) }

  package static let surroundings = Surroundings(
    now: now,
    randomBytes: { count in
      // Eight at a time, because each number is a call of the system.
      let words = (0..<(count + 7) / 8).lazy.map { _ in UInt64.random(in: .min ... .max) }
      return Array(words.flatMap { withUnsafeBytes(of: $0, Array.init) }.prefix(count))
    })

  package static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  package static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
