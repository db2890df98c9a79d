import CloudModel
import Foundation
import Testing

/// One of those who write while the cloud is killed; its records are its own.
struct CrashClient {
  private struct Entry: Decodable {
    var recordName: String?
    var serverErrorCode: String?
  }

  private struct Entries: Decodable { var records: [Entry] }

  /// Each request goes to one of them.
  let servers: [Server]
  let account: Server.Account
  let index: Int
  private(set) var journal = CrashJournal()
  private var random: SplitMix64
  private var count = 0

  init(server: Server, account: Server.Account, index: Int, seed: UInt64) {
    self.init(servers: [server], account: account, index: index, seed: seed)
  }

  init(servers: [Server], account: Server.Account, index: Int, seed: UInt64) {
    (self.servers, self.account, self.index) = (servers, account, index)
    random = SplitMix64(seed: seed &+ UInt64(index) &* 7919)
    journal.add(pair: pair)
  }

  private var pair: [String] { ["p\(index)a", "p\(index)b"] }

  /// Does one thing; whether there was an answer.
  mutating func step() async throws -> Bool {
    count += 1
    let value = "v\(index).\(count)"
    let name = "r\(index).\(Int.random(in: 0..<6, using: &random))"
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: return try await write([name], value, [save(name, value)])
    case 4..<6: return try await write([name], nil, [Self.delete(name)])
    case 6..<8: return try await write(pair, value, pair.map { save($0, value) })
    case 8:
      // Whole or not at all, and its second part cannot be.
      return try await refuse([save(name, "refused"), Self.update("absent-\(index)")])
    default:
      return try await refuse([save(pair[0], "refused"), Self.update("absent-\(index)")])
    }
  }

  private mutating func write(
    _ names: [String], _ value: String?, _ operations: [String]
  ) async throws -> Bool {
    guard let entries = try await send(operations) else {
      journal.unknown(names, value)
      return false
    }
    #expect(entries.allSatisfy { $0.serverErrorCode == nil }, "\(entries)")
    journal.acknowledged(names, value)
    return true
  }

  private mutating func refuse(_ operations: [String]) async throws -> Bool {
    guard let entries = try await send(operations) else { return false }
    #expect(entries.map(\.serverErrorCode) == ["ATOMIC_ERROR", "NOT_FOUND"])
    journal.refused()
    return true
  }

  /// The entries of the answer; nil where there was none.
  private mutating func send(_ operations: [String]) async throws -> [Entry]? {
    let body =
      #"{"zoneID":{"zoneName":"Z"},"atomic":true,"operations":[\#(operations.joined(separator: ","))]}"#
    return try await servers.answer("records/modify", as: account, body, &random)?
      .json(Entries.self).records
  }

  private func save(_ name: String, _ value: String) -> String {
    #"{"operationType":"forceUpdate","record":{"recordName":"\#(name)","recordType":"T","fields":{"v":{"value":"\#(value)"}}}}"#
  }

  private static func update(_ name: String) -> String {
    #"{"operationType":"update","record":{"recordName":"\#(name)","recordType":"T","recordChangeTag":"1"}}"#
  }

  private static func delete(_ name: String) -> String {
    #"{"operationType":"forceDelete","record":{"recordName":"\#(name)"}}"#
  }
}

extension [Server] {
  /// The answer of one of them; nil where none says what became of the request.
  func answer(
    _ operation: String, as account: Server.Account, _ body: String, _ random: inout SplitMix64
  ) async -> Server.Answer? {
    let server = self[count == 1 ? 0 : Int.random(in: indices, using: &random)]
    // Whatever became of the connection, the outcome is not known.
    guard let answer = try? await server.post(operation, as: account, body) else { return nil }
    // A store that is elsewhere can be away while its server answers, and keep a zone locked for a killed server.
    if server.storage != nil, [409, 503].contains(answer.status) { return nil }
    #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
    return answer
  }
}
