import TestSupport
import Testing

/// The check of the torture tests finds what it is there for.
@Suite struct ListHistoryTests {
  private let start = ContinuousClock.now

  private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// One entry after the other, each read by who adds the next, and one without an answer.
  private var history: ListHistory {
    var history = ListHistory()
    history.read([], of: "list", from: at(0), to: at(1))
    history.added("a", to: "list", .acknowledged, from: at(1), to: at(2))
    history.added("x", to: "list", .refused, from: at(1), to: at(3))
    history.added("u", to: "list", .unknown, from: at(3), to: at(4))
    history.read(["a"], of: "list", from: at(3), to: at(4))
    history.added("b", to: "list", .acknowledged, from: at(5), to: at(6))
    history.read(["a", "b"], of: "list", from: at(7), to: at(8))
    return history
  }

  @Test func `what may be is no violation`() {
    #expect(history.violations(in: ["list": ["a", "b"]]) == [])
    var late = history
    late.added("c", to: "list", .unknown, from: at(7), to: at(9))
    #expect(late.violations(in: ["list": ["a", "b"]]) == [])
    #expect(late.violations(in: ["list": ["a", "b", "u", "c"]]) == [])
  }

  @Test(arguments: [
    (["a"], "list has lost b, which was acknowledged"),
    (["a", "b", "b"], "list has an entry twice"),
    (["a", "b", "x"], "list has x, which was refused"),
    (["a", "b", "z"], "list has z, which nobody has added"),
    (["b", "a"], "an entry behind place 0 was acknowledged before that one was sent"),
    (["a", "u", "b"], "somebody has read 2 entries that are not its beginning"),
  ])
  func `what cannot be is one`(end: [String], words: String) {
    let found = history.violations(in: ["list": end])
    #expect(found.contains { $0.contains(words) }, "\(found)")
  }

  @Test func `a state that is too old or too new is one`() {
    var old = history
    old.read(["a"], of: "list", from: at(7), to: at(8))
    #expect(
      old.violations(in: ["list": ["a", "b"]]).first?.contains("lacks one that was acknowledged")
        == true)
    var new = history
    new.read(["a", "b"], of: "list", from: at(3), to: at(4))
    #expect(
      new.violations(in: ["list": ["a", "b"]]).first?.contains("one that was sent afterwards")
        == true)
  }
}
