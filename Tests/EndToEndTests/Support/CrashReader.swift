import Foundation
import Testing

/// Somebody who keeps a mirror of alice's zone by the feeds, and begins anew where the cloud says so.
struct CrashReader: Sendable {
  private struct Record: Decodable {
    var recordName: String
    var recordChangeTag: String?
    var deleted: Bool?
  }

  private struct Page: Decodable {
    var records: [Record]?
    var syncToken: String?
    var moreComing: Bool?
    var serverErrorCode: String?
  }

  private struct Pages: Decodable { var zones: [Page] }

  private struct Feed: Decodable {
    var syncToken: String?
    var moreComing: Bool?
    var serverErrorCode: String?
  }

  /// Each request goes to the next of them.
  let servers: [Server]
  let account: Server.Account
  /// The change tags of what is there, by name.
  private(set) var tags: [String: String] = [:]
  private var databaseToken: String?
  private var zoneToken: String?
  private var turn = 0

  init(server: Server, account: Server.Account) {
    self.init(servers: [server], account: account)
  }

  init(servers: [Server], account: Server.Account) {
    (self.servers, self.account) = (servers, account)
  }

  /// There is no answer now; what was read before counts.
  struct Unanswered: Error {}

  /// Reads both feeds to their ends; the first refusal of the database's and of the zone's.
  mutating func catchUp() async throws -> [String?] {
    [try await readDatabase(), try await readZone()]
  }

  private mutating func readDatabase() async throws -> String? {
    var refusal: String?
    while true {
      let feed = try await ask("changes/database", "{\(Self.since(databaseToken))}")
        .json(Feed.self)
      databaseToken = feed.syncToken
      if let code = feed.serverErrorCode {
        refusal = code
      } else if feed.moreComing != true {
        return refusal
      }
    }
  }

  private mutating func readZone() async throws -> String? {
    var refusal: String?
    while true {
      let since = Self.since(zoneToken)
      let page = try #require(
        try await ask(
          "changes/zone",
          #"{"zones":[{"zoneID":{"zoneName":"Z"}\#(since.isEmpty ? "" : ",")\#(since)}]}"#
        ).json(Pages.self).zones.first)
      zoneToken = page.syncToken
      if let code = page.serverErrorCode {
        refusal = code
        tags = [:]
        continue
      }
      for record in page.records ?? [] {
        tags[record.recordName] = record.deleted == true ? nil : record.recordChangeTag
      }
      if page.moreComing != true { return refusal }
    }
  }

  private mutating func ask(_ operation: String, _ body: String) async throws -> Server.Answer {
    turn += 1
    let server = servers[turn % servers.count]
    guard let answer = try? await server.post(operation, as: account, body), answer.status != 503
    else { throw Unanswered() }
    return answer
  }

  private static func since(_ token: String?) -> String {
    token.map { #""syncToken":"\#($0)""# } ?? ""
  }
}
