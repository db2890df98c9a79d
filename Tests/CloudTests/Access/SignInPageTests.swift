import CloudRules
import CloudServer
import CloudStorage
import Foundation
import NIOHTTP1
import Testing

/// The page to which `redirectURL` leads, as a browser uses it.
@Suite struct SignInPageTests {
  private static let path = "/extension/1/signin"

  private struct Form {
    var token: String
    var cookie: String
  }

  private func open(_ world: AccessWorld, _ apiToken: String) async throws -> Form {
    let page = try await world.send(.GET, Self.path, query: "ckAPIToken=\(apiToken)")
    #expect(page.status == 200)
    let cookie = try #require(page.headers.first(name: "Set-Cookie"))
    #expect(cookie.contains("HttpOnly; SameSite=Strict"))
    let match = try #require(page.text.firstMatch(of: /name="formToken" value="([^"]+)"/))
    return Form(
      token: String(match.1), cookie: String(cookie.prefix { $0 != ";" }))
  }

  private func submit(
    _ world: AccessWorld, _ form: Form, apiToken: String, name: String = "alice",
    passphrase: String = testPassphrase
  ) async throws -> AccessWorld.Answer {
    let fields = [
      ("ckAPIToken", apiToken), ("formToken", form.token), ("name", name),
      ("passphrase", passphrase), ("persist", "1"),
    ]
    let allowed = CharacterSet.alphanumerics
    let body = fields.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
    }.joined(separator: "&")
    return try await world.send(
      .POST, Self.path,
      headers: [
        "Cookie": form.cookie, "Content-Type": "application/x-www-form-urlencoded",
      ], body: body)
  }

  @Test(arguments: WireKind.allCases) func `it ends at the callback with a token that is good`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let form = try await open(world, AccessWorld.callbackToken)
      let answer = try await submit(world, form, apiToken: AccessWorld.callbackToken)
      #expect(answer.status == 303)
      let location = try #require(answer.headers.first(name: "Location"))
      let prefix = AccessWorld.callback + "&ckWebAuthToken="
      #expect(location.hasPrefix(prefix))
      let list = try await world.operate(
        "zones/list", in: "private",
        query: "ckAPIToken=\(AccessWorld.callbackToken)&ckWebAuthToken="
          + location.dropFirst(prefix.count))
      #expect(list.outcome == "200")
    }
  }

  @Test(arguments: WireKind.allCases)
  func `without a callback the page that opened it is told, if it is of a declared origin`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let form = try await open(world, AccessWorld.pageToken)
      let answer = try await submit(world, form, apiToken: AccessWorld.pageToken)
      #expect(answer.status == 200)
      let policy = try #require(answer.headers.first(name: "Content-Security-Policy"))
      let nonce = try #require(answer.text.firstMatch(of: /<script nonce="([^"]+)">/)).1
      #expect(policy.contains("default-src 'none'"))
      #expect(policy.contains("script-src 'nonce-\(nonce)'"))
      #expect(answer.headers.first(name: "Cache-Control") == "no-store")
      let match = try #require(
        answer.text.firstMatch(
          of: /postMessage\({"ckSession":"[^"]+","ckWebAuthToken":"([^"]+)"}, origin\)/))
      #expect(try !#require(answer.text.split(separator: "<script").last).contains("*"))
      #expect(Self.origins(answer) == AccessWorld.pageOrigins)
      let token = String(match.1).replacing("\\u002b", with: "+").replacing("\\u002f", with: "/")
        .replacing("\\u003d", with: "=")
      let list = try await world.operate(
        "zones/list", in: "private", query: AccessWorld.query(token: token))
      #expect(list.outcome == "200")
    }
  }

  /// The origins to which the page hands the key, as its script spells them.
  private static func origins(_ answer: AccessWorld.Answer) -> [String] {
    guard let match = answer.text.firstMatch(of: /const origin of \[([^\]]*)\]/) else { return [] }
    let literals = match.1.split(separator: ",").map { String($0).replacing("\"", with: "") }
    return literals.map { literal in
      // As in JSON, where the same escapes mean the same.
      (try? JSONDecoder().decode(String.self, from: Data("\"\(literal)\"".utf8))) ?? literal
    }
  }

  @Test(arguments: WireKind.allCases) func `it says who asks, and where the key will go`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      func page(_ token: String) async throws -> String {
        try await world.send(.GET, Self.path, query: "ckAPIToken=\(token)").text
      }
      let declared = try await page(AccessWorld.pageToken)
      #expect(declared.contains("‘page’"))
      #expect(declared.contains("<strong>\(AccessWorld.container)</strong>"))
      for origin in AccessWorld.pageOrigins {
        #expect(declared.contains("<strong>\(origin)</strong>"))
      }
      #expect(
        try await page(AccessWorld.callbackToken)
          .contains("at <strong>https://app.example.com</strong>."))
      #expect(try await page(AccessWorld.apiToken).contains("It has named no page"))
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a token that declares nothing hands over to no other page`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let form = try await open(world, AccessWorld.apiToken)
      let answer = try await submit(world, form, apiToken: AccessWorld.apiToken)
      #expect(Self.origins(answer) == ["location.origin"])
    }
  }

  @Test(arguments: WireKind.allCases) func `a form that this browser was not shown is refused`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let form = try await open(world, AccessWorld.apiToken)
      let other = try await open(world, AccessWorld.callbackToken)
      let forged = [
        Form(token: "", cookie: form.cookie), Form(token: form.token, cookie: ""),
        Form(token: form.token, cookie: other.cookie),
        Form(token: other.token, cookie: form.cookie),
        Form(token: form.token + "x", cookie: form.cookie),
      ]
      for form in forged {
        let answer = try await submit(world, form, apiToken: AccessWorld.apiToken)
        #expect(answer.status == 403)
        #expect(!answer.text.contains("ckWebAuthToken\":"))
      }
      world.clock.advance(seconds: 601)
      let late = try await submit(world, form, apiToken: AccessWorld.apiToken)
      #expect(late.status == 403)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `it asks again after a wrong passphrase, and then to wait`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let form = try await open(world, AccessWorld.apiToken)
      for _ in 0..<5 {
        let answer = try await submit(
          world, form, apiToken: AccessWorld.apiToken, passphrase: "wrong horse")
        #expect(answer.status == 200)
        #expect(
          answer.text.contains(
            "The name or the passphrase is wrong, or the account has no passphrase."))
      }
      let limited = try await submit(
        world, form, apiToken: AccessWorld.apiToken, name: "ALICE@example.com")
      #expect(limited.status == 429)
      #expect(limited.headers.first(name: "Retry-After") == "1")
    }
  }

  @Test(arguments: WireKind.allCases) func `the page shows typed input as text`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let form = try await open(world, AccessWorld.apiToken)
      let name = #""><script>x</script>"#
      let answer = try await submit(world, form, apiToken: AccessWorld.apiToken, name: name)
      #expect(answer.text.contains("&quot;&gt;&lt;script&gt;x&lt;/script&gt;"))
      #expect(!answer.text.contains("<script>"))
      #expect(answer.headers.first(name: "X-Frame-Options") == "DENY")
    }
  }

  @Test(arguments: WireKind.allCases) func `without an API token there is no page`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      for query in ["", "ckAPIToken=", "ckAPIToken=%22%3E%3Cscript%3E"] {
        let page = try await world.send(.GET, Self.path, query: query)
        #expect(page.outcome == "401 AUTHENTICATION_FAILED", "\(query)")
      }
    }
  }
}
