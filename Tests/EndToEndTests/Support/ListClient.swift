import CloudModel
import Foundation
import TestSupport
import Testing

/// One of those who add to lists that all of them share, while servers and databases are killed.
///
/// A list is a record. An entry is added to the list that was read, by its change tag.
struct ListClient {
  private struct Record: Decodable {
    struct Field: Decodable { var value: String }

    var recordName: String
    var recordChangeTag: String?
    var fields: [String: Field]?
    var serverErrorCode: String?

    var entries: [String] { fields?["v"]?.value.split(separator: " ").map(String.init) ?? [] }
  }

  private struct Records: Decodable { var records: [Record] }

  /// Our choice: a list is sent whole each time.
  private static let longest = 100

  /// Each request goes to one of them.
  let servers: [Server]
  let account: Server.Account
  let index: Int
  private(set) var history = ListHistory()
  private var random: SplitMix64
  private var list = 0
  private var count = 0

  init(servers: [Server], account: Server.Account, index: Int, seed: UInt64) {
    (self.servers, self.account, self.index) = (servers, account, index)
    random = SplitMix64(seed: seed &+ UInt64(index) &* 104_729)
  }

  /// Reads the newest list and adds to it; whether there was an answer.
  mutating func step() async throws -> Bool {
    let name = "list\(list)"
    let asked = ContinuousClock.now
    guard let found = try await read(name) else { return false }
    history.read(found.entries, of: name, from: asked)
    guard found.entries.count < Self.longest else {
      list += 1
      return true
    }
    count += 1
    let entry = "\(index).\(count)"
    let began = ContinuousClock.now
    let outcome = try await write(found.entries + [entry], to: name, over: found.recordChangeTag)
    history.added(entry, to: name, outcome, from: began)
    return outcome != .unknown
  }

  /// The lists as they are.
  mutating func ends(_ names: [String]) async throws -> [String: [String]] {
    var ends: [String: [String]] = [:]
    for name in names {
      let found = try await read(name)
      ends[name] = try #require(found).entries
    }
    return ends
  }

  private mutating func read(_ name: String) async throws -> Record? {
    let body = #"{"zoneID":{"zoneName":"Z"},"records":[{"recordName":"\#(name)"}]}"#
    return try await servers.answer("records/lookup", as: account, body, &random)?
      .json(Records.self).records.first
  }

  private mutating func write(
    _ entries: [String], to name: String, over tag: String?
  ) async throws -> ListHistory.Outcome {
    let (type, expected) = tag.map { ("update", #","recordChangeTag":"\#($0)""#) } ?? ("create", "")
    let value = entries.joined(separator: " ")
    let body = #"""
      {"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"\#(type)","record":{"recordName":"\#(name)",
      "recordType":"T","fields":{"v":{"value":"\#(value)"}}\#(expected)}}]}
      """#
    guard
      let answer = await servers.answer("records/modify", as: account, body, &random),
      let entry = try answer.json(Records.self).records.first
    else { return .unknown }
    guard let code = entry.serverErrorCode else { return .acknowledged }
    #expect(["CONFLICT", "EXISTS"].contains(code), "\(entry)")
    return .refused
  }
}
