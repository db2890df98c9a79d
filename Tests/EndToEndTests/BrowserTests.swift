import Foundation
import Testing

/// The cloud's pages for people in a real browser, beside the client.
@Suite(.timeLimit(.minutes(3)))
struct BrowserTests {
  /// A title that would be an image with a script, if it were markup.
  private static let title = #"<img src=x onerror="document.title='hacked'">"#

  private func with(
    _ body: @Sendable (World, CloudProcess, _ chat: String, Chromium) async throws -> Void
  ) async throws {
    try await World.with { world in
      try await CloudProcess.with(world) { cloud in
        let passphrase = world.home.appendingPathComponent("passphrase")
        try Data("correct horse\n".utf8).write(to: passphrase)
        try await world.did(
          "alice", "account", "create", "alice", "--cloud", cloud.url, "--passphrase-file",
          passphrase.path)
        let chat = try await world.did("alice", "new", Self.title)
        try await world.did("alice", "send", chat, "hello <b>you</b>", "--wait")
        try await Chromium.with(world) { browser in try await body(world, cloud, chat, browser) }
      }
    }
  }

  @Test func `an administrator looks into a chat, and sees a client's request fail as it happens`()
    async throws
  {
    try await with { world, cloud, chat, browser in
      try await browser.open(cloud.url)
      #expect(try await !browser.text().contains("alice"))
      let token = try String(
        contentsOf: world.home.appendingPathComponent("admin.token"), encoding: .utf8)
      try await browser.press("Sign in as administrator", ["token": token])
      for link in ["Accounts", "alice", "private", "chat-"] { try await browser.click(link) }
      let zone = try await browser.text()
      #expect(zone.contains("hello <b>you</b>") && zone.contains(Self.title))
      #expect(try await browser.evaluate("document.images.length === 0").isTrue)
      #expect(try await browser.evaluate("document.title").text?.contains("hacked") == false)
      try await browser.click("session")
      #expect(try await browser.text().contains("STRING\t\(Self.title)"))

      try await browser.click("Faults")
      try await browser.press(
        "Switch on", ["effect": "fail", "code": "QUOTA_EXCEEDED", "operation": "records/modify"])
      #expect(try await browser.text().contains("fail QUOTA_EXCEEDED"))
      try await browser.click("Requests")
      #expect(try await browser.shows("New requests appear by themselves."))
      #expect(try await !browser.text().contains("QUOTA_EXCEEDED"))
      _ = try await world.run("alice", "send", chat, "refused")
      #expect(try await browser.shows("QUOTA_EXCEEDED"))
      #expect(await browser.complaints == [])
    }
  }

  @Test func `the page of a link shows the command that opens it`() async throws {
    try await with { world, cloud, chat, browser in
      let link = try await world.did("alice", "invite", chat, "--open-link")
      let guid = try #require(link.firstMatch(of: /join\/([A-Za-z0-9_-]+)/)).output.1
      let page = "\(cloud.url)/join/\(guid)"
      try await browser.open("\(page)#Trip-to-Gdansk,code=abc_DEF-123")
      let shown = try await browser.text()
      #expect(shown.contains("zonechat '\(page)#Trip-to-Gdansk,code=abc_DEF-123'"), "\(shown)")
      #expect(shown.contains("alice invites you to ‘Trip to Gdansk’ on"))
      // What others have added to the address is no part of the link.
      try await browser.open("\(page)/?from=elsewhere#Trip")
      #expect(try await browser.text().contains("zonechat '\(page)#Trip'"))
      // Nothing but a link becomes a command, or markup.
      for (number, fragment) in [
        "'; reboot #", "<img src=x onerror=document.title='hacked'>", "$(reboot)", "a&b",
      ].enumerated() {
        try await browser.open("\(page)?\(number)#\(fragment)")
        let text = try await browser.text()
        #expect(text.contains("zonechat 'ADDRESS'") && !text.contains("reboot"), "\(text)")
      }
      #expect(try await browser.evaluate("document.images.length === 0").isTrue)
      #expect(try await browser.evaluate("document.title").text?.contains("hacked") == false)
      #expect(await browser.complaints == [])
    }
  }

  @Test func `pages work without scripts, in both colour schemes, and fit a telephone`()
    async throws
  {
    try await with { _, cloud, _, browser in
      try await browser.disableScripts()
      try await browser.open(cloud.url)
      try await browser.press(
        "Sign in with an account", ["name": "alice", "passphrase": "correct horse"])
      #expect(try await browser.text().contains("iCloud.net.zonechat"))
      var backgrounds: Set<String> = []
      for scheme in ["light", "dark"] {
        try await browser.look(width: 360, scheme: scheme)
        try await browser.open(cloud.url)
        for link in ["Shares", "Requests", "Overview", "private", "chat-", "session"] {
          try await browser.click(link)
          let fits = "document.documentElement.scrollWidth <= 360"
          #expect(try await browser.evaluate(fits).isTrue, "\(link), \(scheme)")
        }
        let style = "getComputedStyle(document.querySelector('td')).borderTopColor"
        backgrounds.insert(try await browser.evaluate(style).text ?? "")
      }
      #expect(backgrounds.count == 2, "\(backgrounds)")
      try await browser.press("Sign out")
      #expect(try await browser.text().contains("Administrator token"))
      #expect(await browser.complaints == [])
    }
  }
}
