import Foundation
import Testing

/// Holds what is in the cloud against a journal.
struct CrashVerdict {
  private struct Record: Decodable {
    struct Field: Decodable { var value: String }

    var recordName: String
    var deleted: Bool?
    var recordChangeTag: String?
    var fields: [String: Field]?
    var serverErrorCode: String?

    var isThere: Bool { deleted != true && serverErrorCode == nil }
  }

  private struct Records: Decodable { var records: [Record] }

  private struct Page: Decodable {
    var records: [Record]
    var syncToken: String
    var moreComing: Bool
  }

  private struct Pages: Decodable { var zones: [Page] }

  let server: Server
  let account: Server.Account
  let seed: UInt64

  /// `others` are the names of records of which the journal says nothing.
  func judge(_ journal: CrashJournal, others: [String] = []) async throws {
    let names = journal.possible.keys.sorted()
    let found = try await lookup(names + others)
    let values = Dictionary(
      uniqueKeysWithValues: found.map {
        ($0.recordName, $0.isThere ? $0.fields?["v"]?.value : nil)
      })
    for name in names {
      let value = values[name] ?? nil
      #expect(
        journal.possible[name]?.contains(value) == true,
        "seed \(seed): \(name) is \(value ?? "absent"), not one of \(journal.possible[name] ?? [])")
    }
    for pair in journal.pairs {
      #expect(
        (values[pair[0]] ?? nil) == (values[pair[1]] ?? nil), "seed \(seed): \(pair) is torn")
    }
    try await judgeFeed(found)
    for outcome in ["acknowledged", "refused", "unknown"] {
      #expect(journal.counts[outcome] ?? 0 > 0, "seed \(seed): nothing was \(outcome)")
    }
  }

  /// The feed is the same however it is read, each record once, and as it is looked up.
  private func judgeFeed(_ found: [Record]) async throws {
    let whole = try await feed(pageSize: 200)
    let small = try await feed(pageSize: 3)
    #expect(whole.map(\.recordName) == small.map(\.recordName), "seed \(seed)")
    #expect(Set(whole.map(\.recordName)).count == whole.count, "seed \(seed): twice in the feed")
    let living = Dictionary(
      uniqueKeysWithValues: whole.filter(\.isThere).map { ($0.recordName, $0.recordChangeTag) })
    let expected = Dictionary(
      uniqueKeysWithValues: found.filter(\.isThere).map { ($0.recordName, $0.recordChangeTag) })
    #expect(living == expected, "seed \(seed)")
  }

  private func feed(pageSize: Int) async throws -> [Record] {
    var records: [Record] = []
    var token: String?
    while true {
      let since = token.map { #","syncToken":"\#($0)""# } ?? ""
      let page = try #require(
        try await server.post(
          "changes/zone", as: account,
          #"{"zones":[{"zoneID":{"zoneName":"Z"},"resultsLimit":\#(pageSize)\#(since)}]}"#
        ).json(Pages.self).zones.first)
      records += page.records
      token = page.syncToken
      if !page.moreComing { return records }
    }
  }

  private func lookup(_ names: [String]) async throws -> [Record] {
    var records: [Record] = []
    // Our choice: fewer than one request may ask for.
    for begin in stride(from: 0, to: names.count, by: 100) {
      let list = names[begin..<min(begin + 100, names.count)]
        .map { #"{"recordName":"\#($0)"}"# }.joined(separator: ",")
      records += try await server.post(
        "records/lookup", as: account, #"{"zoneID":{"zoneName":"Z"},"records":[\#(list)]}"#
      ).json(Records.self).records
    }
    return records
  }
}
