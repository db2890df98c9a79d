/// The result of a check of the whole store.
package struct CheckReport: Codable, Sendable, Equatable {
  package struct Check: Codable, Sendable, Equatable {
    /// The condition that must hold.
    package var name: String
    /// The number of times that the condition does not hold; counted up to a bound.
    package var problems: Int
    /// Some of the problems, in words.
    package var examples: [String]
    /// Whether a repair ends the problems; nil if it does not.
    package var isRepairable: Bool?

    package init(name: String, problems: Int, examples: [String], isRepairable: Bool? = nil) {
      self.name = name
      self.problems = problems
      self.examples = examples
      self.isRepairable = isRepairable
    }
  }

  package var isSound: Bool
  package var checks: [Check]

  package init(checks: [Check]) {
    isSound = checks.allSatisfy { $0.problems == 0 }
    self.checks = checks
  }
}
