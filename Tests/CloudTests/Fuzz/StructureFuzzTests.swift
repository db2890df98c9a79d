import Testing

/// Requests of every operation, right in their structure and wrong in it, by several people.
///
/// `ZONECHAT_FUZZ_REQUESTS` says how many, `ZONECHAT_FUZZ_SEED` which; `make fuzz` sends 200,000.
@Suite(
  .serialized, .timeLimit(.minutes(FuzzRandom.setting("ZONECHAT_FUZZ_REQUESTS") == nil ? 15 : 600)))
struct StructureFuzzTests {
  /// A cloud takes so many; then another one is made, with the next seed.
  private static let requestsOfACloud = 2000

  @Test func `whatever is sent, what is stored can be read, and by those whom it is for`()
    async throws
  {
    var seed = FuzzRandom.setting("ZONECHAT_FUZZ_SEED") ?? 1
    let wanted = FuzzRandom.setting("ZONECHAT_FUZZ_REQUESTS").map { Int($0) }
    var rest = wanted ?? 300
    while rest > 0 {
      let figures = try await FuzzRun.run(seed: seed, count: min(rest, Self.requestsOfACloud))
      #expect(figures.answeredWith200 > figures.requests / 10, "seed \(seed)")
      #expect(figures.savedRecords > figures.requests / 30, "seed \(seed)")
      if wanted != nil { print("seed \(seed): \(figures)") }
      rest -= figures.requests
      seed += 1
    }
  }
}
