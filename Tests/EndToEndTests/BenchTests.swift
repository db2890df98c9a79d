import Bench
import Testing

/// The figures of `zonechat bench`, without measuring.
struct BenchTests {
  @Test func `a percentile is the smallest value that enough values do not exceed`() throws {
    let values = try #require(Distribution([5, 1, 4, 2, 3]))
    #expect(values.minimum == 1 && values.median == 3 && values.percentile(99) == 5)
    #expect(values.percentile(20) == 1 && values.percentile(21) == 2)
    #expect(Distribution([]) == nil)
  }

  @Test func `a table says beside each figure whether its aim is met`() throws {
    let pages = try #require(Distribution([2, 3, 40]))
    let lines = FigureTable.lines([
      Figure("a page up", pages, "ms", aim: .atMost(5), p99Aim: .atMost(25)),
      Figure("sent", 7257.4, "messages/s", aim: .atLeast(5000)), Figure("found", 99_900, "hits"),
    ])
    #expect(
      lines == [
        "           median  min  p99              aim      p99",
        "a page up       3    2   40  ms          ≤ 5      ≤ 25  not met",
        "sent        7,257            messages/s  ≥ 5,000        met",
        "found      99,900            hits",
      ])
  }
}
