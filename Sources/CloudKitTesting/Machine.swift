import CloudRules
import Foundation

/// The real clock and real chance, for a cloud in a test's own process.
enum Machine {
  static let surroundings = Surroundings(
    now: { Date() },
    randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } })
}
