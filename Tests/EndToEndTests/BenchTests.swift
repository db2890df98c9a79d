import Bench
import Foundation
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

  @Test func `a table says what has changed since an earlier run`() throws {
    let earlier = try EarlierFigures(
      Data(
        """
        {"name":"a page up","value":2,"unit":"ms"}
        {"name":"sent","value":1000,"unit":"messages/s","aim":"≥ 5,000"}

        """.utf8))
    let lines = FigureTable.lines(
      [
        Figure("a page up", 3, "ms"), Figure("sent", 2000, "messages/s", aim: .atLeast(1)),
        Figure("new", 1, "ms"),
      ], since: earlier)
    #expect(lines[0].hasSuffix("before  now / before"))
    #expect(lines[1].hasSuffix("  2       1.50 worse"))
    #expect(lines[2].hasSuffix("  1,000   2 better"))
    #expect(lines[3].hasSuffix("ms"))
    #expect(throws: DecodingError.self) { try EarlierFigures(Data("sent 2000".utf8)) }
  }

  @Test func `an earlier run that cannot be read is said before anything is measured`()
    async throws
  {
    try await World.with { world in
      let missing = try await world.run(nil, "bench", "--compare", "\(world.home.path)/none")
      #expect(missing.code == 1 && missing.words.contains("cannot be read"))
    }
  }
}
