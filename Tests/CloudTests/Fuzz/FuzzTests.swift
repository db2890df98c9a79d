import CloudRules
import CloudServer
import CloudStorage
import GRDB
import Testing

/// Mutated requests of every operation, for a bounded time.
///
/// `ZONECHAT_FUZZ_SECONDS` makes it longer, `ZONECHAT_FUZZ_SEED` makes it another.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct FuzzTests {
  private static let statuses: Set<Int> = [
    200, 400, 401, 403, 404, 405, 408, 409, 410, 412, 413, 421, 429, 431, 503,
  ]
  private static let codes: Set<String> = [
    "ACCESS_DENIED", "ATOMIC_ERROR", "AUTHENTICATION_FAILED", "AUTHENTICATION_REQUIRED",
    "BAD_REQUEST", "CONFLICT", "EXISTS", "NOT_FOUND", "QUOTA_EXCEEDED", "THROTTLED",
    "TRY_AGAIN_LATER", "VALIDATING_REFERENCE_ERROR", "ZONE_NOT_FOUND", "UNIQUE_FIELD_ERROR",
    "ZONE_BUSY", "CHANGE_TOKEN_EXPIRED",
  ]
  private static let keys: Set<String> = [
    "uuid", "serverErrorCode", "reason", "retryAfter", "redirectURL", "ckErrorCode",
  ]

  @Test func `mutated requests are answered or refused, and the cloud lives on`() async throws {
    let seed = FuzzRandom.setting("ZONECHAT_FUZZ_SEED") ?? 1
    let seconds = FuzzRandom.setting("ZONECHAT_FUZZ_SECONDS") ?? 3
    try await withTemporaryDirectory { directory in
      let configuration = CloudHost.Configuration(
        storage: .directory(directory + "/data"), tcp: .init(host: "127.0.0.1", port: 0),
        longPollHold: .milliseconds(20),
        limits: ConnectionLimits(
          idle: .seconds(15), bodyGrace: .seconds(15), linger: .milliseconds(50)),
        plan: .everySaveTeaches)
      try await withHost(configuration) { _, addresses in
        try await Self.run(
          port: addresses.tcp?.port ?? 0, seed: seed, seconds: seconds,
          store: try DatabaseQueue(path: directory + "/data/cloud.sqlite"))
      }
    }
  }

  private static func run(
    port: Int, seed: UInt64, seconds: UInt64, store: DatabaseQueue
  ) async throws {
    let alice = try await signUp(port: port)
    var random = FuzzRandom(seed: seed)
    var count = 0
    let clock = ContinuousClock()
    let end = clock.now + .seconds(Int(seconds))
    while clock.now < end || count < 40 {
      count += 1
      let request = FuzzRequest(&random, signedIn: alice.query)
      let before = try dataVersion(store)
      let answer = try await RawConnection.with(port: port) { connection in
        try? await connection.send(request.bytes)  // It may have hung up already.
        connection.finish()
        return try await connection.answer(hasBody: !request.bytes.starts(with: Array("HEAD".utf8)))
      }
      let label =
        "seed \(seed), request \(count): \(String(decoding: request.bytes, as: UTF8.self))"
      guard let answer else {
        #expect(!request.isWellFormed, "no answer; \(label)")
        continue
      }
      let isWell =
        request.asksForContacts && answer.status == 500
        || isWellFormed(answer, isHead: request.bytes.starts(with: Array("HEAD".utf8)))
      try #require(isWell, "\(answer.status) \(answer.text); \(label)")
      if answer.status != 200 {
        #expect(try dataVersion(store) == before, "a refused request wrote; \(label)")
      }
    }
    try await lives(port: port, alice)
  }

  /// Changes whenever somebody else has committed to the store.
  private static func dataVersion(_ store: DatabaseQueue) throws -> Int? {
    try store.read { try Int.fetchOne($0, sql: "PRAGMA data_version") }
  }

  private static func isWellFormed(_ answer: WireAnswer, isHead: Bool) -> Bool {
    guard statuses.contains(answer.status) else { return false }
    if isHead { return true }
    guard answer.status == 200 else {
      let json = answer.json
      return json.keys.isSubset(of: keys) && codes.contains(json["serverErrorCode"].string ?? "")
        && json["uuid"].string?.count == 36 && json["reason"].string?.isEmpty == false
    }
    if answer.headers["content-type"]?.hasPrefix("application/json") != true { return true }
    guard case .object = answer.json else { return false }
    return true
  }

  private static func signUp(port: Int) async throws -> WireCloud.Person {
    let cloud = cloud(port)
    let alice = try await cloud.signUp("alice")
    // A user's databases come into being with the first request, whatever becomes of it.
    #expect(try await cloud.ask("GET", "private/zones/list", as: alice).status == 200)
    return alice
  }

  private static func lives(port: Int, _ alice: WireCloud.Person) async throws {
    let cloud = cloud(port)
    try await cloud.makeZone("after", of: alice)
    try await cloud.create(["a", "b"], in: "after", as: alice)
    #expect(try await cloud.changes(of: "after", as: alice).lines == ["a", "b"])
    #expect(try await cloud.send("GET", "/extension/health").status == 200)
  }

  private static func cloud(_ port: Int) -> WireCloud {
    WireCloud { method, target, _, body in
      let head = "\(method) \(target) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n"
      return try await RawConnection.with(port: port) { connection in
        try await connection.send(Array(head.utf8) + body)
        return try #require(try await connection.answer())
      }
    }
  }
}
