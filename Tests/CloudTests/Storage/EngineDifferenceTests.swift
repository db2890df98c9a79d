import CloudModel
import CloudPostgres
import CloudRules
import CloudStorage
import Foundation
import PostgresClient
import TestSupport
import Testing

/// The same random history on two engines: every answer is equal, what queries and readers find is equal, and so are
/// the rows at the end.
///
/// `ZONECHAT_FEED_HISTORIES` makes it longer, `ZONECHAT_FEED_SEED` repeats one.
@Suite struct EngineDifferenceTests {
  private static let steps = 60

  @Test func `PostgreSQL answers as SQLite does, and keeps the same rows`() async throws {
    let first = FuzzRandom.setting("ZONECHAT_FEED_SEED") ?? UInt64.random(in: 0...999_999_999)
    let count = FuzzRandom.setting("ZONECHAT_FEED_HISTORIES") ?? 2
    for seed in first..<first + count {
      try await TestPostgres.shared().withDatabase { address in
        let place = StorePlace(in: address)
        try Self.compare(SQLiteStore(.inMemory), place.open(), seed)
      }
    }
  }

  private static func compare(
    _ one: any CloudStore, _ other: any CloudStore, _ seed: UInt64
  ) throws {
    let histories = try [FeedHistory(on: one), FeedHistory(on: other)]
    var randoms = [SplitMix64(seed: seed), SplitMix64(seed: seed)]
    for step in 0..<steps {
      let answers = try histories.indices.map { try histories[$0].step(&randoms[$0]) }
      #expect(
        Self.plain(answers[0]) == Self.plain(answers[1]), "seed \(seed), step \(step)")
      let asked = try histories.indices.map { try histories[$0].ask(&randoms[$0]) }
      #expect(asked[0] == asked[1], "seed \(seed), step \(step)")
      guard step % 10 == 9 else { continue }
      let mirrors = try histories.map { history in
        try ([history.alice] + history.guests).map { caller in
          var reader = FeedReader(
            history.service, caller, caller == history.alice ? .private : .shared)
          try reader.readAll { 2 }
          return reader.mirror
        }
      }
      #expect(mirrors[0] == mirrors[1], "seed \(seed), step \(step)")
    }
    for subject in InspectionSubject.allCases {
      let rows = try [one, other].map { try Self.rows(of: subject, in: $0) }
      #expect(rows[0] == rows[1], "seed \(seed), \(subject)")
    }
    for store in [one, other] { try store.close() }
  }

  /// An answer without what only a database says: the timeline in its tokens, and with it their checksums.
  private static func plain(_ answer: String) -> String {
    answer.replacing(/rawValue: "([^"]+)"/) { match in
      guard let token = Data(base64Encoded: String(match.output.1)) else {
        return String(match.output.0)
      }
      return String(decoding: token, as: UTF8.self).split(separator: " ").dropLast()
        .joined(separator: " ").replacing("^", with: "")
    }
  }

  private static func rows(
    of subject: InspectionSubject, in store: any CloudStore
  ) throws -> [[String: InspectionValue]] {
    var rows: [[String: InspectionValue]] = []
    var next: Int? = 0
    while let offset = next {
      let page = try store.readRegistry { try $0.inspect(InspectionQuery(subject, offset: offset)) }
      rows += page.rows
      next = page.next.flatMap { Int($0) }
    }
    return rows
  }
}
