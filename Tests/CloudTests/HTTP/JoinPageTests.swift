import CloudCore
import CloudModel
import CloudServer
import Testing

/// The page that a browser shows for a link of a server.
@Suite struct JoinPageTests {
  private static let hostile = #"<script>alert("x")</script>&'\#u{202E}"#
  private static let escaped = "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;⟨U+202E⟩"

  private static func html(
    name: String? = nil, publicURL: String? = nil, _ invitation: JoinPage.Invitation
  ) -> String {
    JoinPage(
      server: ServerDescription(
        product: ServerDescription.product, version: "1", cloudID: "0", name: name,
        publicURL: publicURL, signUp: .open, membersMayInvite: false),
      invitation: invitation, nonce: "n"
    ).html
  }

  /// What the page runs.
  private static func script(_ html: String) throws -> Substring {
    let scripts = html.matches(of: /<script nonce="n">([^<]*)<\/script>/)
    #expect(scripts.count == 1 && html.matches(of: /<script/).count == 1, "\(html)")
    return try #require(scripts.first).output.1
  }

  @Test func `every name is shown as text`() throws {
    let plain = try Self.script(Self.html(.server))
    for isOpen in [true, false] {
      let html = Self.html(
        name: Self.hostile, .chat(LinkDescription(inviter: Self.hostile, isOpen: isOpen)))
      #expect(html.contains("<h1><bdi>\(Self.escaped)</bdi> invites you to "))
      #expect(html.contains("</span> on <bdi>\(Self.escaped)</bdi></h1>"))
      #expect(!html.contains("alert(\"") && !html.contains("\u{202E}"))
      // No name is in the script.
      #expect(try Self.script(html) == plain)
    }
    let server = Self.html(name: Self.hostile, .server)
    #expect(server.contains("<title>This is the server \(Self.escaped)</title>"))
    #expect(server.contains(#"content="This is the server \#(Self.escaped)">"#))
  }

  @Test func `the page says where to get the program`() {
    #expect(Self.html(.server).contains("ask whoever runs this server"))
    let server = ServerDescription(
      product: ServerDescription.product, version: "1", cloudID: "0", name: nil, publicURL: nil,
      signUp: .open, membersMayInvite: false)
    let html = JoinPage(
      server: server, invitation: .server, programURL: #"https://get.example/"a"#, nonce: "n"
    ).html
    #expect(
      html.contains(
        #"<a href="https://get.example/&quot;a">https://get.example/&quot;a</a>"#), "\(html)")
    #expect(!html.contains("ask whoever"))
  }

  @Test func `the script shows what it has read as text, and sends nothing`() throws {
    let script = try Self.script(Self.html(.server))
    let written = Set(script.matches(of: #/\.(\w+) = /#).map(\.output.1))
    #expect(written == ["textContent", "hidden", "onclick"])
    for word in [
      "innerHTML", "outerHTML", "insertAdjacent", "document.write", "createElement", "eval",
      "Function", "setTimeout", "fetch", "XMLHttp", "cookie", "localStorage", "http:", "import",
    ] {
      #expect(!script.contains(word), "\(word)")
    }
  }

  @Test func `the title, which previews show, names the inviter of an open link alone`() {
    let open = Self.html(
      publicURL: "https://chat.example:8443", .chat(.init(inviter: "anna", isOpen: true)))
    #expect(open.contains("<title>anna invites you to a chat on chat.example:8443</title>"))
    let closed = Self.html(
      name: "Anna's server", .chat(.init(inviter: "anna", isOpen: false)))
    #expect(closed.contains("<title>An invitation</title>"))
    #expect(closed.contains(#"<meta property="og:title" content="An invitation">"#))
    #expect(closed.contains("<bdi>anna</bdi> invites you"))
    #expect(closed.contains("on <bdi>Anna&#39;s server</bdi>"))
    // Who invites to the server alone stands in the fragment, which only the script reads.
    #expect(
      Self.html(.server).contains(
        "<h1>This is a ZoneChat server</h1>\n<p id=\"inviter\"></p>"))
    #expect(!open.contains("id=\"inviter\"") && !closed.contains("id=\"inviter\""))
  }

  @Test(arguments: WireKind.allCases)
  func `a link has a page that nobody keeps, frames, lists or is told of`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let guid = try await cloud.share("Z", of: alice)
      for (path, heading) in [
        ("/join", "This is a ZoneChat server"),
        ("/join/\(guid)", #"<bdi>alice</bdi> invites you to <span id="chat">a chat</span>"#),
      ] {
        let cookie = "zonechat-signin=\(String(repeating: "a", count: 32))"
        let page = try await cloud.send(
          "GET", path, headers: ["Cookie": cookie, "Origin": "https://app.example.com"])
        #expect(page.status == 200 && page.text.contains("<h1>\(heading)"), "\(page.text)")
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        let nonce = try #require(page.text.firstMatch(of: /<script nonce="([^"]+)">/)).output.1
        #expect(
          page.headers["content-security-policy"]
            == "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; img-src data:; "
            + "style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; form-action 'none'")
        for (name, value) in [
          ("x-robots-tag", "noindex"), ("referrer-policy", "no-referrer"),
          ("cache-control", "no-store"), ("x-frame-options", "DENY"),
          ("x-content-type-options", "nosniff"), ("set-cookie", nil),
          ("access-control-allow-origin", nil),
        ] as [(String, String?)] {
          #expect(page.headers[name] == value, "\(name)")
        }
        // Nothing is loaded from elsewhere, and each answer has its own nonce.
        #expect(page.text.matches(of: /(?:src|href)="([^"]*)"/).map(\.output.1) == ["data:,"])
        #expect(try await !cloud.send("GET", path).text.contains(nonce))
        let head = try await cloud.send("HEAD", path)
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.headers["content-type"] == "text/html; charset=utf-8")
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a link that leads nowhere has a page that says so`(kind: WireKind) async throws {
    try await kind.withAlice { cloud, alice in
      let ended = try await cloud.share("Z", of: alice)
      _ = try await cloud.modify(
        "forceDelete", ["recordName": "cloudkit.zoneshare"], as: alice)
      for guid in [
        ended, "neverWasOneOfThese", "%3Cscript%3Ealert(1)", "%22onload=alert(1)", "a'b",
      ] {
        let page = try await cloud.send("GET", "/join/\(guid)")
        #expect(page.status == 404, "\(guid)")
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.text.contains("<h1>This invitation does not exist any more</h1>"))
        #expect(page.text.contains("Ask for a new one."))
        #expect(!page.text.contains("<script") && !page.text.contains("alert("), "\(guid)")
        #expect(!page.text.contains("alice") && !page.text.contains(guid), "\(guid)")
        let head = try await cloud.send("HEAD", "/join/\(guid)")
        #expect(head.status == 404 && head.body.isEmpty)
      }
    }
  }

  @Test func `a page names the server by its public address and never as the request does`()
    async throws
  {
    try await WireKind.inProcess.run(
      configure: { $0.publicURL = PublicURL("https://chat.example") }
    ) { cloud in
      let page = try await cloud.send(
        "GET", "/join?name=evil",
        headers: ["Host": "evil.example", "X-Forwarded-Host": "evil.example"])
      #expect(page.text.contains("<h1>This is the server chat.example</h1>"))
      #expect(!page.text.contains("evil"))
    }
  }
}
