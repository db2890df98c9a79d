import CloudModel
import CloudRules
import CloudStorage
import Testing

/// A mirror that is kept by the feeds is what a fresh reader finds, whatever happened and however
/// large the pages were: for the owner, and for participants of zones and of hierarchies.
///
/// `ZONECHAT_FEED_HISTORIES` makes it longer, `ZONECHAT_FEED_SEED` repeats one.
@Suite struct FeedModelTests {
  private static let steps = 60

  @Test func `a mirror kept in small pages is what a fresh reader finds`() throws {
    let first = FuzzRandom.setting("ZONECHAT_FEED_SEED") ?? UInt64.random(in: 0...999_999_999)
    let count = FuzzRandom.setting("ZONECHAT_FEED_HISTORIES") ?? 20
    for seed in first..<first + count {
      var random = SplitMix64(seed: seed)
      let history = try FeedHistory(on: ContractStore(SQLiteStore(.inMemory)))
      var readers =
        [FeedReader(history.service, history.alice, .private)]
        + history.guests.map { FeedReader(history.service, $0, .shared) }
      for step in 0..<Self.steps {
        try history.step(&random)
        for index in readers.indices where Int.random(in: 0..<3, using: &random) == 0 {
          for _ in 0..<Int.random(in: 1...6, using: &random) {
            _ = try readers[index].readPage(limit: Int.random(in: 1...3, using: &random))
          }
        }
        guard step % 20 == 19 else { continue }
        for index in readers.indices {
          try readers[index].readAll { Int.random(in: 1...3, using: &random) }
          try judge(readers[index], "seed \(seed), step \(step), reader \(index)")
        }
      }
    }
  }

  private func judge(_ reader: FeedReader, _ place: Comment) throws {
    var fresh = FeedReader(reader.service, reader.caller, reader.scope)
    try fresh.readAll()
    #expect(reader.mirror == fresh.mirror, place)
    #expect(try fresh.mirror == reader.lookedUp(FeedHistory.names), place)
  }
}
