/// The invariants that every run is held to.
package enum Invariants {
  package static func checkers() -> [any Checker] {
    [NoSilentLoss(), Convergence(), Progress()]
  }
}
