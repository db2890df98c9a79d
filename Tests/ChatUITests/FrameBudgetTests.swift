import Testing

@testable import ChatUI

@Suite struct FrameBudgetTests {
  private let start = ContinuousClock.now

  @Test func `after a rest a few pictures are drawn at once, and then one a frame`() {
    var budget = FrameBudget()
    for _ in 0..<FrameBudget.burst {
      #expect(budget.earliest(now: start) == nil)
      budget.spend(now: start)
    }
    #expect(budget.earliest(now: start) == start + FrameBudget.frame)
    #expect(budget.earliest(now: start + FrameBudget.frame) == nil)
  }

  @Test func `a long run has sixty pictures a second`() {
    var budget = FrameBudget()
    var now = start
    var count = 0
    while now < start + .seconds(10) {
      now = budget.earliest(now: now) ?? now
      budget.spend(now: now)
      count += 1
    }
    #expect((600...600 + FrameBudget.burst).contains(count))
  }
}
