import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import Testing

/// The pages of the console, as its administrator and accounts see them.
@Suite struct ConsolePagesTests {
  private static func zone(_ more: String = "", account: String? = "alice") -> String {
    "/console/zone?" + ConsoleWorld.query("database=private&zone=Z" + more, account: account)
  }

  private static func record(_ name: String, account: String? = "alice") -> String {
    "/console/record?"
      + ConsoleWorld.query("database=private&zone=Z&record=\(name)", account: account)
  }

  /// The address of a link, as it stands in a page.
  private static func address(_ attribute: Substring) -> String {
    attribute.replacing("&amp;", with: "&").description
  }

  @Test func `every page shows names of others as text`() async throws {
    try await ConsoleWorld.run { world in
      let administrator = try await world.administrator()
      let escaped = "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;⟨U+202E⟩"
      for address in [Self.zone(), Self.record("n"), Self.record("cloudkit.zoneshare")] {
        let page = try await administrator.open(address)
        #expect(page.status == 200 && page.text.contains(escaped), "\(address)")
        #expect(!page.text.contains("<script") && !page.text.contains("\u{202E}"), "\(address)")
      }
      // What stands in an address comes back as text too.
      for address in [
        "/console/requests?account=%3Cscript%3E", "/console/account?account=%22%3E%3Cscript%3E",
        "/console/zones?database=%3Cscript%3E", "/console/accounts?after=%3Cscript%3E",
      ] {
        let page = try await administrator.open(address)
        #expect(page.status >= 400 && !page.text.contains("<script>"), "\(address)")
      }
      let echo = try await world.browser().submit(
        "/console/sign-in", ["name": #"a"><script>"#, "next": #"/?"><script>"#])
      #expect(echo.text.contains("value=\"a&quot;&gt;&lt;script&gt;\""))
      #expect(!echo.text.contains("<script>"))
    }
  }

  @Test func `the overview leads to every account, its zones and its records`() async throws {
    try await ConsoleWorld.run { world in
      let administrator = try await world.administrator()
      let overview = try await administrator.open("/").text
      #expect(overview.contains("<td>iCloud.net.zonechat</td><td>development</td>"))
      var page = try await administrator.open("/console/accounts").text
      // By links alone, as a person goes.
      for text in ["alice", "private", "Z", "n"] {
        let links = page.matches(of: /<a href="([^"]+)">([^<]+)<\/a>/)
        let link = try #require(links.first { $0.output.2 == text }, "\(text) in \(page)")
        page = try await administrator.open(Self.address(link.output.1)).text
      }
      #expect(page.contains("<title>n – ZoneChat cloud</title>"))
      #expect(page.contains("<td>secret</td><td>ENCRYPTED STRING</td>"))
      #expect(page.contains("<span class=\"value\">encrypted</span>"))
      #expect(!page.contains("hidden words"))
    }
  }

  @Test func `a zone shows deletions, its share, and of encrypted values nothing`() async throws {
    try await ConsoleWorld.run { world in
      for browser in [try await world.administrator(), try await world.browser(of: world.alice)] {
        let isAccount = try await browser.open("/console/accounts").status == 403
        let page = try await browser.open(Self.zone(account: isAccount ? nil : "alice")).text
        #expect(page.contains("<del>gone</del>"))
        #expect(page.contains("<td>bob</td><td>participant</td><td>read</td><td>accepted</td>"))
        #expect(!page.contains("hidden words"))
      }
    }
  }

  @Test func `shared zones are shown to a participant in the shared database`() async throws {
    try await ConsoleWorld.run { world in
      let bob = try await world.browser(of: world.bob)
      let query = ConsoleWorld.query("database=shared&zone=Z&owner=\(world.alice.userRecordName)")
      let page = try await bob.open("/console/zone?" + query)
      #expect(page.status == 200 && page.text.contains("oldest change first"))
      #expect(page.text.contains(">n</a>"))
      #expect(try await bob.open("/console/record?record=n&" + query).status == 200)
    }
  }

  @Test func `long lists come in pages, each row once`() async throws {
    try await ConsoleWorld.run { world in
      let administrator = try await world.administrator()
      for database in ["private", "public"] {
        let body: JSON = [
          "zoneID": .zone(database == "private" ? "Z" : "_defaultZone"),
          "operations": .array(
            (0..<120).map { number in
              [
                "operationType": "create",
                "record": [
                  "recordName": .string("r\(number)"), "recordType": "Note", "fields": [:],
                ],
              ]
            }),
        ]
        _ = try await world.wire.post("\(database)/records/modify", as: world.alice, body)
        let zone = database == "private" ? "Z" : "_defaultZone"
        var address: String? =
          "/console/zone?"
          + ConsoleWorld.query("database=\(database)&zone=\(zone)", account: "alice")
        var names: [Substring] = []
        var pages = 0
        while let present = address, pages < 10 {
          let text = try await administrator.open(present).text
          names += text.matches(of: />(r[0-9]+)<\/a>/).map(\.output.1)
          address = text.firstMatch(of: /rel="next" href="([^"]+)"/)
            .map { Self.address($0.output.1) }
          pages += 1
        }
        #expect(pages == 3, "\(database)")
        #expect(names.count == 120 && Set(names).count == 120, "\(database): \(names.count)")
      }
    }
  }

  @Test func `in the public database an account sees what its role may read`() async throws {
    try await ConsoleWorld.run { world in
      let body =
        #"{"operations":[{"operationType":"create","record":{"recordName":"open","recordType":"Note","fields":{}}}]}"#
      _ = try await world.wire.ask("POST", "public/records/modify", as: world.alice, body)
      let address = "/console/zone?" + ConsoleWorld.query("database=public&zone=_defaultZone")
      let bob = try await world.browser(of: world.bob)
      #expect(try await bob.open(address).text.contains(">open</a>"))
      _ = try await world.wire.send(
        "PUT", "/extension/1/schema",
        headers: ["Authorization": "Bearer \(try world.administratorToken)"],
        body: Array(
          """
          DEFINE SCHEMA RECORD TYPE Note (title STRING, secret ENCRYPTED STRING,
            GRANT READ, WRITE TO "_creator", GRANT CREATE TO "_icloud");
          """.utf8))
      #expect(try await !bob.open(address).text.contains(">open</a>"))
      let alice = try await world.browser(of: world.alice)
      #expect(try await alice.open(address).text.contains(">open</a>"))
    }
  }

  @Test func `a fault is switched on, meets requests, and is switched off`() async throws {
    try await ConsoleWorld.run { world in
      let administrator = try await world.administrator()
      func add(_ fields: [String: String]) async throws -> WireAnswer {
        try await administrator.submit("/console/faults/add", fields)
      }
      for (fields, words) in [
        (["effect": "fail"], "code"), (["effect": "delay", "milliseconds": "x"], "milliseconds"),
        (["effect": "nothing"], "effect"), (["effect": "dropBefore", "count": "0"], "count"),
        (["effect": "dropBefore", "database": "none"], "database"),
      ] {
        let answer = try await add(fields)
        #expect(answer.status == 400 && answer.text.contains("role=\"alert\""), "\(fields)")
        #expect(answer.text.contains(words), "\(fields)")
      }
      let fault = [
        "effect": "fail", "code": "ZONE_BUSY", "account": "alice", "operation": "records/modify",
        "milliseconds": "7",
      ]
      #expect(try await add(fault).headers["location"] == "/console/faults")
      let refused = try await world.wire.ask(
        "POST", "private/records/modify", as: world.alice, #"{"operations":[]}"#)
      #expect(refused.outcome.hasSuffix("ZONE_BUSY"))
      let page = try await administrator.open("/console/faults").text
      #expect(page.contains("<td>fail ZONE_BUSY</td><td>alice, records/modify</td>"))
      #expect(
        page.contains("<td class=\"number\">1</td><td class=\"number\">1</td><td>active</td>"))
      let failed = try await administrator.open("/console/requests?failed=1").text
      #expect(failed.contains("<span class=\"bad\">ZONE_BUSY</span>"))
      #expect(!failed.contains("zones/modify"))
      let id = try #require(page.firstMatch(of: /name="id" value="([^"]+)"/)).output.1
      for _ in 0..<2 {
        let off = try await administrator.submit("/console/faults/remove", ["id": String(id)])
        #expect(off.status == 303)
      }
      let after = try await world.wire.ask(
        "POST", "private/records/modify", as: world.alice, #"{"operations":[]}"#)
      #expect(!after.outcome.hasSuffix("ZONE_BUSY"))
    }
  }

  @Test func `a page of requests is told of new ones, in the order in which it shows them`()
    async throws
  {
    try await ConsoleWorld.run { world in
      let administrator = try await world.administrator()
      let page = try await administrator.open("/console/requests?account=alice").text
      let match = try #require(
        page.firstMatch(of: /data-new="([^"]+)" data-newest="([0-9]+)"/))
      let address = Self.address(match.output.1) + match.output.2
      async let held = administrator.open(address)
      // Another's request ends the wait without rows, and the page asks again from there.
      _ = try await world.wire.ask("GET", "private/zones/list", as: world.bob)
      let first = try await held
      #expect(first.status == 200 && !first.text.contains("<tr"))
      let newest = try #require(first.headers["x-zonechat-newest"].flatMap(Int.init))
      #expect(newest == Int(match.output.2).map { $0 + 1 })
      for operation in ["zones/list", "subscriptions/list"] {
        _ = try await world.wire.ask("GET", "private/\(operation)", as: world.alice)
      }
      let next = try await administrator.open(
        Self.address(match.output.1) + String(newest))
      let operations = next.text.matches(of: /<td>([a-z]+\/[a-z]+)<\/td>/).map(\.output.1)
      #expect(operations == ["subscriptions/list", "zones/list"])
    }
  }

  @Test func `rows are not shown to a session that has ended while it waited for them`()
    async throws
  {
    try await ConsoleWorld.run { world in
      let alice = try await world.browser(of: world.alice)
      let page = try await alice.open("/console/requests").text
      let match = try #require(
        page.firstMatch(of: /data-new="([^"]+)" data-newest="([0-9]+)"/))
      let address = Self.address(match.output.1) + match.output.2
      let copy = world.browser()
      copy.cookies = alice.cookies
      async let held = alice.open(address)
      #expect(try await copy.submit("/console/sign-out").status == 303)
      _ = try await world.wire.ask("GET", "private/zones/list", as: world.alice)
      let answer = try await held
      #expect(answer.status == 403 && !answer.text.contains("<tr"))
    }
  }

  @Test func `looking leaves no trace`() async throws {
    try await ConsoleWorld.run { world in
      let administrator = try await world.administrator()
      let before = try await administrator.open("/console/requests").text
      for address in [
        "/", "/console/accounts", Self.zone(), Self.record("n"), "/console/shares",
        "/console/subscriptions?" + ConsoleWorld.query("", account: "alice"),
      ] {
        #expect(try await administrator.open(address).status == 200, "\(address)")
      }
      // No databases are made where the account has none.
      let elsewhere =
        "database=private&account=alice&container=iCloud.net.zonechat&environment=production"
      #expect(try await administrator.open("/console/zones?" + elsewhere).status == 404)
      #expect(try await administrator.open("/console/zones?" + elsewhere).status == 404)
      func rows(_ page: String) -> Int { page.matches(of: /<tr>/).count }
      #expect(rows(try await administrator.open("/console/requests").text) == rows(before))
    }
  }

  @Test func `a reset ends the sessions of accounts, and only a cloud in memory offers it`()
    async throws
  {
    try await ConsoleWorld.run { world in
      let administrator = try await world.administrator()
      #expect(try await !administrator.open("/").text.contains("/console/reset"))
      #expect(try await administrator.submit("/console/reset").status == 400)
    }
    try await ConsoleWorld.run(configure: { configuration in
      configuration.administratorTokenFile = configuration.storage.directory.map {
        $0 + "/admin.token"
      }
      configuration.storage = .inMemory
      configuration.seed = 7
    }) { world in
      let administrator = try await world.administrator()
      let alice = try await world.browser(of: world.alice)
      #expect(try await administrator.open("/").text.contains("/console/reset"))
      #expect(try await administrator.submit("/console/reset").headers["location"] == "/")
      // Names are the same each time here, so the next alice could be taken for the first.
      let next = try await world.wire.signUp("alice")
      #expect(next.userRecordName == world.alice.userRecordName)
      #expect(try await alice.open("/").text.contains("Your session has ended."))
      let accounts = try await administrator.open("/console/accounts").text
      #expect(accounts.contains(">alice<") && !accounts.contains(">bob<"))
    }
  }

  @Test func `at the Unix socket the administrator needs no session, but forms need their page`()
    async throws
  {
    try await WireKind.unixSocket.withAlice { wire, _ in
      let browser = Browser(wire)
      let accounts = try await browser.open("/console/accounts")
      #expect(accounts.text.contains(">alice<"))
      let fault = ["effect": "dropBefore"]
      #expect(try await browser.submit("/console/faults/add", fault, token: "1.x").status == 403)
      #expect(
        try await browser.submit("/console/faults/add", fault, from: "/console/faults").status
          == 303)
      #expect(try await browser.open("/console/faults").text.contains("<td>dropBefore</td>"))
    }
  }
}
