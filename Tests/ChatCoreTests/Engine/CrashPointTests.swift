import Testing

/// Every moment at which an engine can end: after each of its transactions, and after each request that
/// the cloud has done and nobody heard the answer of.
///
/// Ending before one of them is ending after the one before it: in between nothing is kept anywhere.
struct CrashPointTests {
  private static let shards = 4

  @Test(arguments: 0..<shards)
  func `I3: an engine that dies at any moment is continued by the next, as if it had not`(
    shard: Int
  ) async throws {
    try await expectNoTrace(of: .talk, shard: shard)
  }

  @Test(arguments: 0..<shards)
  func `the same in a sealed chat`(shard: Int) async throws {
    try await expectNoTrace(of: .sealedTalk, shard: shard)
  }

  @Test(arguments: 0..<shards)
  func `a file arrives, whenever an engine dies`(shard: Int) async throws {
    try await expectNoTrace(of: .files, shard: shard)
  }

  /// Lives a day as often as there are moments at which an engine can die.
  private func expectNoTrace(of plot: CrashDay.Plot, shard: Int) async throws {
    let (expected, whole) = try await CrashDay.lived(plot, dyingAt: .never)
    try #require(whole.transactions > 40 && whole.requests > 20)
    let moments =
      [Lifeline.Moment.beforeTransaction(0)]
      + (0..<whole.transactions).map { .afterTransaction($0) }
      + (0..<whole.requests).map { .afterRequest($0) }
    for (index, moment) in moments.enumerated() where index % Self.shards == shard {
      let (found, life) = try await CrashDay.lived(plot, dyingAt: moment)
      #expect(life.isDead, "\(moment) never came")
      #expect(found == expected, "\(moment), \(life.last)")
    }
  }

  @Test func `the same day is the same day`() async throws {
    let (first, one) = try await CrashDay.lived(.talk, dyingAt: .never)
    let (second, other) = try await CrashDay.lived(.talk, dyingAt: .never)
    #expect(first == second)
    #expect((one.transactions, one.requests) == (other.transactions, other.requests))
  }
}
