import CloudRules
import CloudServer
import Foundation

/// The real clock, names and random numbers; the only place that makes them.
enum Live {
  static let now: @Sendable () -> Date = { Date() }

  static let makeUnique: @Sendable () -> String = { UUID().uuidString }

  static let clock = ContinuousClock()

  static func seed() -> UInt64 { .random(in: .min ... .max) }

  static let surroundings = Surroundings(
    now: now,
    randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } })

  static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
