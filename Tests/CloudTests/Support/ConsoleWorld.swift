import CloudModel
import CloudRules
import CloudServer
import Foundation
import NIOHTTP1
import Synchronization
import Testing

/// A cloud over TCP, where nobody is trusted, whose console alice, bob and its administrator open in browsers.
///
/// Alice has a zone with records, which she shares with bob; mallory has a zone of her own.
struct ConsoleWorld: Sendable {
  /// A title that would be markup, if it were let.
  static let hostileTitle = #"<script>alert("x")</script>&'\#u{202E}"#

  let wire: WireCloud
  let clock: ManualTime
  let alice: WireCloud.Person
  let bob: WireCloud.Person
  let mallory: WireCloud.Person

  static func run(
    configure: (inout CloudHost.Configuration) -> Void = { _ in },
    _ body: @escaping @Sendable (ConsoleWorld) async throws -> Void
  ) async throws {
    let clock = ManualTime()
    try await WireKind.tcp.run(
      surroundings: clock.surroundings(seed: 11), configure: configure
    ) { wire in
      let world = ConsoleWorld(
        wire: wire, clock: clock, alice: try await wire.signUp("alice"),
        bob: try await wire.signUp("bob"), mallory: try await wire.signUp("mallory"))
      try await world.fill()
      try await body(world)
    }
  }

  private func fill() async throws {
    for (person, zone) in [(alice, "Z"), (mallory, "Secret")] {
      try await wire.makeZone(zone, of: person)
      _ = try await wire.modify(
        "create",
        [
          "recordName": "n", "recordType": "Note",
          "fields": [
            "title": ["value": .string(Self.hostileTitle + person.name)],
            "secret": ["value": "hidden words", "type": "STRING", "isEncrypted": true],
          ],
        ], in: zone, as: person)
    }
    _ = try await wire.modify(
      "create", ["recordName": "gone", "recordType": "Note", "fields": [:]], as: alice)
    _ = try await wire.modify("forceDelete", ["recordName": "gone"], as: alice)
    let share = try await wire.modify(
      "create",
      [
        "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share",
        "fields": ["cloudkit.title": ["value": .string(Self.hostileTitle)]],
        "publicPermission": "NONE",
        "participants": [
          [
            "type": "USER", "permission": "READ_ONLY", "acceptanceStatus": "INVITED",
            "userIdentity": ["userRecordName": .string(bob.userRecordName)],
          ]
        ],
      ], as: alice)
    _ = try await wire.post(
      "public/records/accept", as: bob, ["shortGUIDs": [["value": share["shortGUID"]]]])
  }

  var administratorToken: String {
    get throws {
      let bearer = try #require(try wire.administrator.first(name: "Authorization"))
      return String(bearer.dropFirst("Bearer ".count))
    }
  }

  func browser() -> Browser { Browser(wire) }

  func administrator() async throws -> Browser {
    let browser = browser()
    try await browser.signIn(["token": try administratorToken])
    return browser
  }

  func browser(of person: WireCloud.Person) async throws -> Browser {
    let browser = browser()
    try await browser.signIn(["name": person.name, "passphrase": testPassphrase])
    return browser
  }

  /// The query of a page about somebody's data, with more parameters.
  static func query(_ more: String, account: String? = nil) -> String {
    let query = "container=iCloud.net.zonechat&environment=development&\(more)"
    return account.map { "account=\($0)&" + query } ?? query
  }
}

/// A browser without scripts: it keeps cookies, and sends the forms of pages.
final class Browser: Sendable {
  private let wire: WireCloud
  private let jar = Mutex<[String: String]>([:])

  init(_ wire: WireCloud) { self.wire = wire }

  var cookies: [String: String] {
    get { jar.withLock(\.self) }
    set { jar.withLock { $0 = newValue } }
  }

  func open(_ address: String) async throws -> WireAnswer { try await send("GET", address) }

  /// Sends a form with the token of a page; `token` may be another one.
  func submit(
    _ action: String, _ fields: [String: String] = [:], from page: String = "/",
    token: String? = nil, headers: [String: String] = [:]
  ) async throws -> WireAnswer {
    var fields = fields
    fields["formToken"] = if let token { token } else { try await formToken(of: page) }
    let body = fields.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }.joined(separator: "&")
    var headers = headers
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    return try await send("POST", action, headers: headers, body: body)
  }

  /// The token of the forms of a page.
  func formToken(of page: String) async throws -> String {
    let text = try await open(page).text
    return String(try #require(text.firstMatch(of: /name="formToken" value="([^"]+)"/)).1)
  }

  func signIn(_ fields: [String: String]) async throws {
    let answer = try await submit("/console/sign-in", fields)
    try #require(answer.status == 303, "\(answer.text)")
  }

  private func send(
    _ method: String, _ address: String, headers: [String: String] = [:], body: String = ""
  ) async throws -> WireAnswer {
    var headers = headers
    headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    let answer = try await wire.send(method, address, headers: headers, body: Array(body.utf8))
    if let cookie = answer.headers["set-cookie"] {
      let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
      let isGone = cookie.contains("Max-Age=0")
      jar.withLock { $0[pair[0]] = isGone ? nil : pair[1] }
    }
    return answer
  }
}
