import CloudServer
import Foundation
import NIOHTTP1
import Testing

/// The rules for who may see the console, and whose forms it takes.
@Suite struct ConsoleAccessTests {
  private static let pages =
    ConsoleAddress.Path.allCases.map(\.rawValue) + [
      "/console/account?account=alice",
      "/console/zone?" + ConsoleWorld.query("database=private&zone=Z", account: "alice"),
      "/console/record?" + ConsoleWorld.query("database=private&zone=Z&record=n", account: "alice"),
    ]

  private static func isSignIn(_ answer: WireAnswer) -> Bool {
    answer.text.contains("action=\"/console/sign-in\"")
      && !["alice", "iCloud", "nav aria-label=\"Pages\"", "<table", "Z<"].contains {
        // The address of the page is in the form, so that the browser gets there.
        answer.text.replacing(/name="next" value="[^"]*"/, with: "").contains($0)
      }
  }

  @Test func `without a session every page is the form for signing in, whatever is sent`()
    async throws
  {
    try await ConsoleWorld.run { world in
      let stranger = world.browser()
      for address in Self.pages {
        let answer = try await stranger.open(address)
        #expect(answer.status == (address == "/" ? 200 : 403), "\(address)")
        #expect(Self.isSignIn(answer), "\(address): \(answer.text)")
      }
      // Neither the keys of an account nor invented cookies are a session.
      for address in Self.pages {
        let separator = address.contains("?") ? "&" : "?"
        #expect(Self.isSignIn(try await stranger.open(address + separator + world.alice.query)))
      }
      let port = try #require(stranger.cookies.keys.first?.split(separator: "-").last)
      stranger.cookies["zonechat-console-\(port)"] = String(repeating: "a", count: 32)
      let ended = try await stranger.open("/console/accounts")
      #expect(Self.isSignIn(ended) && ended.text.contains("Your session has ended."))
      let rows = try await stranger.open("/console/requests/new?after=0")
      #expect(rows.status == 403 && !rows.text.contains("<tr"))
      #expect(try await stranger.open("/console/nothing").status == 404)
    }
  }

  @Test func `a page tells browsers to keep, frame, run and send on nothing`() async throws {
    try await ConsoleWorld.run { world in
      let administrator = try await world.administrator()
      for address in Self.pages + ["/console/nothing"] {
        let answer = try await administrator.open(address)
        let policy = try #require(answer.headers["content-security-policy"])
        let nonce = try #require(answer.text.firstMatch(of: /<style nonce="([^"]+)"/)).1
        let isLive = answer.text.contains("<script")
        #expect(policy.hasPrefix("default-src 'none'; base-uri 'none'; frame-ancestors 'none';"))
        #expect(policy.contains("style-src 'nonce-\(nonce)'"))
        #expect(policy.contains("form-action 'self'") && !policy.contains("unsafe"))
        #expect(policy.contains("script-src 'nonce-\(nonce)'") == isLive)
        #expect(isLive == (address == "/console/requests"))
        #expect(answer.headers["cache-control"] == "no-store")
        #expect(answer.headers["x-frame-options"] == "DENY")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["referrer-policy"] == "same-origin")
        #expect(!answer.text.contains("style=") && !answer.text.contains("onclick"))
      }
      let asked = try await world.wire.send("GET", "/", headers: ["Origin": "https://evil.example"])
      #expect(asked.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test func `the token opens a session, whose cookie is another secret`() async throws {
    try await ConsoleWorld.run { world in
      let token = try world.administratorToken
      let browser = world.browser()
      for wrong in ["", "wrong", String(token.dropLast()), token.uppercased() + "0"] {
        let answer = try await browser.submit("/console/sign-in", ["token": wrong])
        #expect(answer.status == 403 && Self.isSignIn(answer))
        #expect(answer.text.contains("This is not the administrator token"))
        #expect(!answer.text.contains(wrong) || wrong.isEmpty)
      }
      let answer = try await browser.submit(
        "/console/sign-in", ["token": " \(token)\n", "next": "/console/faults"])
      #expect(answer.status == 303 && answer.headers["location"] == "/console/faults")
      let cookie = try #require(answer.headers["set-cookie"])
      #expect(cookie.hasPrefix("zonechat-console-"))
      #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
      #expect(!cookie.contains(token))
      #expect(try await browser.open("/console/accounts").text.contains(">alice<"))
    }
  }

  @Test(arguments: [
    "https://evil.example/", "//evil.example", "/\\evil.example", "/console/../x", "javascript:1",
    "/console/sign-out", "/\r\nSet-Cookie: a=b",
  ])
  func `after signing in the browser stays here`(next: String) async throws {
    try await ConsoleWorld.run { world in
      let answer = try await world.browser().submit(
        "/console/sign-in", ["token": try world.administratorToken, "next": next])
      #expect(answer.status == 303 && answer.headers["location"] == "/")
    }
  }

  @Test func `behind a proxy with TLS the cookie is sent over TLS only`() async throws {
    for (proxies, isSecure) in [(["127.0.0.1"], true), (["192.0.2.1"], false)] {
      let trusted = try #require(TrustedProxies(proxies))
      try await ConsoleWorld.run(configure: { $0.trustedProxies = trusted }) { world in
        let browser = world.browser()
        let answer = try await browser.submit(
          "/console/sign-in", ["token": try world.administratorToken],
          headers: ["X-Forwarded-Proto": "https"])
        #expect(answer.headers["set-cookie"]?.hasSuffix("; Secure") == isSecure)
      }
    }
  }

  @Test func `a session ends with its time, with signing out, and is one browser's`() async throws {
    try await ConsoleWorld.run { world in
      let (first, second) = (try await world.administrator(), try await world.administrator())
      let copy = world.browser()
      copy.cookies = first.cookies
      #expect(try await first.submit("/console/sign-out").headers["location"] == "/")
      for browser in [first, copy] {
        #expect(Self.isSignIn(try await browser.open("/console/accounts")))
      }
      #expect(try await second.open("/console/accounts").status == 200)
      world.clock.advance(seconds: 2 * 3600 - 1)
      #expect(try await second.open("/console/accounts").status == 200)
      world.clock.advance(seconds: 1)
      #expect(try await second.open("/").text.contains("Your session has ended."))
    }
  }

  @Test func `too many sessions of one do not end those of another`() async throws {
    try await ConsoleWorld.run { world in
      let administrator = try await world.administrator()
      let first = try await world.browser(of: world.bob)
      for _ in 0..<16 { _ = try await world.browser(of: world.bob) }
      #expect(Self.isSignIn(try await first.open("/")))
      #expect(try await administrator.open("/console/accounts").status == 200)
    }
  }

  @Test func `a form from elsewhere changes nothing`() async throws {
    try await ConsoleWorld.run { world in
      let (administrator, other) = (
        try await world.administrator(), try await world.administrator()
      )
      let fault = ["effect": "dropBefore"]
      func add(token: String? = nil, _ headers: [String: String] = [:]) async throws -> Int {
        try await administrator.submit(
          "/console/faults/add", fault, token: token, headers: headers
        ).status
      }
      let mine = try await administrator.formToken(of: "/console/faults")
      let theirs = try await other.formToken(of: "/console/faults")
      for token in ["", "0.", theirs, mine + "x", String(mine.dropFirst())] {
        #expect(try await add(token: token) == 403, "\(token)")
      }
      for headers in [
        ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1"],
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
      ] {
        #expect(try await add(headers) == 403, "\(headers)")
      }
      let stranger = world.browser()
      for action in ["faults/add", "faults/remove", "reset"] {
        let path = "/console/\(action)"
        #expect(try await stranger.submit(path, fault).status == 403, "\(action)")
        // Nothing is done by a link.
        #expect(try await administrator.open(path).status == 405, "\(action)")
      }
      #expect(try await administrator.open("/console/faults").text.contains("There are no faults"))
      #expect(try await add(["Sec-Fetch-Site": "same-origin"]) == 303)
      world.clock.advance(seconds: 2 * 3600)
      #expect(try await add(token: mine) == 403)
    }
  }

  @Test func `an account sees what is its own, and nothing of others or of the cloud`()
    async throws
  {
    try await ConsoleWorld.run { world in
      let bob = try await world.browser(of: world.bob)
      for address in [
        "/console/accounts", "/console/faults", "/console/schema?" + ConsoleWorld.query(""),
        "/console/account?account=alice", "/console/account?account=nobody",
        "/console/shares?account=alice", "/console/requests?account=alice",
        "/console/requests/new?after=0&account=alice",
        "/console/zones?" + ConsoleWorld.query("database=private", account: "alice"),
        "/console/subscriptions?" + ConsoleWorld.query("", account: "mallory"),
      ] {
        let answer = try await bob.open(address)
        #expect(answer.status == 403 && !answer.text.contains("<table"), "\(address)")
      }
      for action in ["faults/add", "faults/remove", "reset"] {
        let answer = try await bob.submit("/console/\(action)", ["effect": "dropBefore"])
        #expect(answer.status == 403, "\(action)")
      }
      let secret = ConsoleWorld.query(
        "database=shared&zone=Secret&owner=\(world.mallory.userRecordName)")
      for address in [
        "/console/zone?" + secret, "/console/record?record=n&" + secret,
        "/console/zone?" + ConsoleWorld.query("database=private&zone=Z"),
        "/console/zone?"
          + ConsoleWorld.query(
            "database=shared&zone=_defaultZone&owner=\(world.alice.userRecordName)"),
        "/console/zones?database=private&container=iCloud.net.zonechat&environment=production",
        "/console/zones?database=private&container=iCloud.none&environment=development",
      ] {
        #expect(try await bob.open(address).status == 404, "\(address)")
      }
      let home = try await bob.open("/").text
      #expect(home.contains(world.bob.userRecordName) && !home.contains("alice"))
      #expect(!home.contains("/console/accounts") && !home.contains("/console/faults"))
      let zones = try await bob.open("/console/zones?" + ConsoleWorld.query("database=shared")).text
      #expect(zones.contains(">Z<") && zones.contains(world.alice.userRecordName))
      #expect(!zones.contains("Secret"))
      let requests = try await bob.open("/console/requests").text
      #expect(requests.contains("records/accept"))
      #expect(!requests.contains("alice") && !requests.contains("zones/modify"))
    }
  }

  @Test func `a wrong passphrase says no more than anywhere else, and slows down`() async throws {
    try await ConsoleWorld.run { world in
      let browser = world.browser()
      var statuses: [Int] = []
      for _ in 0..<12 {
        let answer = try await browser.submit(
          "/console/sign-in", ["name": "alice", "passphrase": "wrong horse"])
        #expect(Self.isSignIn(answer) || answer.text.contains("value=\"alice\""))
        #expect(!answer.text.contains("wrong horse"))
        statuses.append(answer.status)
      }
      #expect(statuses.first == 403 && statuses.last == 429)
    }
  }
}
