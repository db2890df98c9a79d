package import Foundation

/// The real clock, chance and environment, for clouds in this process and for programs that look for one.
package enum Machine {
  package static func now() -> Date { Date() }

  /// Bytes that nobody can guess.
  package static func randomBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max) }
  }

  package static var environment: [String: String] { ProcessInfo.processInfo.environment }

  static var processName: String { ProcessInfo.processInfo.processName }

  /// The seed of a random generator.
  package static func randomSeed() -> UInt64 { .random(in: .min ... .max) }

  /// A name that nothing else has.
  package static func uniqueName() -> String { UUID().uuidString }
}
