import CloudClient
import CloudModel
import Testing

/// The links of servers, and the addresses in them, as people and attackers write them.
@Suite struct ServerLinkTests {
  private static let guid = "AbCd-_12345"
  private static let pin = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
  private static let origin = "https://chat.example"

  /// What is read, as the link is printed; nil for what is no link, `!` for a malformed one, and `http HOST`.
  private static func read(_ text: String) -> String? {
    do throws(ServerLink.Problem) {
      return try ServerLink(parsing: text).description
    } catch {
      switch error {
      case .notALink: return nil
      case .malformed: return "!"
      case .plainHTTP(let host): return "http " + host
      }
    }
  }

  private static let spellings: [(String, String)] = [
    // What the program prints.
    ("\(origin)/join", "\(origin)/join"),
    ("\(origin)/join/\(guid)", "\(origin)/join/\(guid)"),
    ("\(origin)/join/\(guid)#Trip-to-Rome", "\(origin)/join/\(guid)#Trip-to-Rome"),
    ("\(origin)/join#,code=abc", "\(origin)/join#,code=abc"),
    (
      "\(origin)/join/\(guid)#Trip,ca=\(pin),code=x_-1",
      "\(origin)/join/\(guid)#Trip,ca=\(pin),code=x_-1"
    ),
    ("https://[2001:db8::1]:8443/join", "https://[2001:db8::1]:8443/join"),
    // What people make of it.
    ("  <HTTPS://Chat.EXAMPLE:443/join/\(guid)#Trip>\n", "\(origin)/join/\(guid)#Trip"),
    ("'zonechat://chat.example/join/\(guid)#Trip'", "\(origin)/join/\(guid)#Trip"),
    ("ZoneChat://chat.example:8443/join", "https://chat.example:8443/join"),
    ("https://chat.example./join", "\(origin)/join"),
    ("https://[2001:0DB8:0::0001]/join", "https://[2001:db8::1]/join"),
    ("https://xn--80ak6aa92e.com/join", "https://xn--80ak6aa92e.com/join"),
    ("\(origin)/join#", "\(origin)/join"), ("\(origin)/join#-Trip--", "\(origin)/join#Trip"),
    // The order of values says nothing; those of later versions stay.
    ("\(origin)/join#,key=K-_9,code=c,new=1", "\(origin)/join#,code=c,key=K-_9,new=1"),
    ("\(origin)/join#,from=Anna-B,code=c", "\(origin)/join#,code=c,from=Anna-B"),
    // This machine needs no TLS.
    ("http://127.0.0.1:8080/join/\(guid)", "http://127.0.0.1:8080/join/\(guid)"),
    ("http://[::1]:80/join", "http://[::1]/join"),
    ("http://LocalHost:8080/join", "http://localhost:8080/join"),
    ("http://127.9.9.9/join", "http://127.9.9.9/join"),
  ]

  @Test(arguments: spellings)
  func `a link is read, and printed in one spelling`(text: String, printed: String) {
    #expect(Self.read(text) == printed)
    #expect(Self.read(printed) == printed)
  }

  private static let others: [String] = [
    "", "hello", "join", "chat.example", "https://", "ftp://chat.example/join", origin,
    "\(origin)/",
    "\(origin)/joiner/\(guid)", "\(origin)/JOIN", "\(origin)/a/join", "\(origin)?/join",
    "\(origin)#/join/\(guid)", "\(origin)/join us tomorrow", "zonechat://join/\(guid)",
    "zonechat://join/\(guid)#Trip", "zonechat://JOIN/join/\(guid)",
    "https://www.icloud.com/share/\(guid)", "look: \(origin)/join",
  ]

  @Test(arguments: others)
  func `what does not begin as a link is none`(text: String) {
    #expect(Self.read(text) == nil)
  }

  private static let malformed: [String] = [
    // Another host than a person sees.
    "https://good.com\\@evil.com/join/", "https://good.com\\.evil.com/join",
    "https://good.com@evil.com/join",
    "https://anna:secret@chat.example/join", "https://@chat.example/join",
    "https://\u{430}pple.com/join",
    "https://chat.example\u{200B}/join", "https://chat\u{3002}example/join",
    "https://chat%2eexample/join",
    "https://\u{202E}elpmaxe/join", "zonechat://join:443/join/\(guid)",
    "zonechat://join./join/\(guid)",
    "https://join/join/\(guid)",
    // Hosts and ports that are none.
    "https:///join", "https://:443/join", "https://chat..example/join", "https://.example/join",
    "https://-chat.example/join", "https://chat-.example/join", "https://*.example/join",
    "https://chat.example:/join", "https://chat.example:0/join", "https://chat.example:65536/join",
    "https://chat.example:0443/join", "https://chat.example:44a/join",
    "https://chat.example:-1/join",
    "https://chat.example:443:443/join", "https://chat.example:999999999999999999999/join",
    "https://127.1/join", "https://2130706433/join", "https://0x7f000001/join",
    "https://1.2.3.4.5/join",
    "https://256.1.1.1/join", "https://127.0.0.01/join", "https://evil.0x1/join",
    "https://[::1/join", "https://::1/join", "https://[::1]8443/join",
    "https://[fe80::1%25eth0]/join",
    "https://[1.2.3.4]/join", "https://[]/join",
    "https://\(String(repeating: "a", count: 64)).example/join",
    "https://\(String(repeating: "a.", count: 127))example/join",
    // Paths.
    "\(origin)/join/", "\(origin)/join/short", "\(origin)/join/\(guid)/",
    "\(origin)/join//\(guid)",
    "\(origin)/join/../../\(guid)", "\(origin)/join/%00\(guid)", "\(origin)/join/\(guid)%00",
    "\(origin)/join/\(String(repeating: "a", count: 129))", "\(origin)/join?next=\(guid)",
    "\(origin)/join/\(guid)?code=abc", "\(origin)/join/Ab Cd_12345",
    "\(origin)/join/AbCd\u{E4}_12345",
    // Fragments.
    "\(origin)/join#Trip to Rome", "\(origin)/join#Trip%20", "\(origin)/join#\u{202E}pirT",
    "\(origin)/join#Trip#Rome", "\(origin)/join#code=abc", "\(origin)/join#Trip,",
    "\(origin)/join#Trip,code",
    "\(origin)/join#,code=", "\(origin)/join#,=abc", "\(origin)/join#,Code=abc",
    "\(origin)/join#,code=a=b",
    "\(origin)/join#,code=a;rm", "\(origin)/join#,code=a,code=a", "\(origin)/join#,key=a,key=b",
    "\(origin)/join#,code=\(String(repeating: "a", count: 129))",
    "\(origin)/join#,ca=abc", "\(origin)/join#,ca=\(pin)A",
    "\(origin)/join#,ca=\(pin.dropLast())V",
    // More than one line, and more than a line.
    "\(origin)/join#Trip\nrm -rf ~", "\(origin)/join/\u{0}\(guid)", "\(origin)/join#Trip\u{7}",
    "\(origin)/join#\(String(repeating: "a", count: 2000))",
  ]

  @Test(arguments: malformed)
  func `what begins as a link and cannot be meant is refused`(text: String) {
    #expect(Self.read(text) == "!", "\(text.prefix(200).debugDescription)")
  }

  private static let plain: [(String, String)] = [
    ("http://chat.example/join", "chat.example"),
    ("HTTP://192.168.0.1:80/join/\(guid)", "192.168.0.1"),
    ("http://localhost.evil.com/join", "localhost.evil.com"),
    ("http://127.evil.com/join", "127.evil.com"),
    ("http://[::2]/join", "::2"), ("http://[::ffff:127.0.0.1]/join", "::ffff:127.0.0.1"),
    ("http://0.0.0.0/join", "0.0.0.0"),
  ]

  @Test(arguments: plain)
  func `plain HTTP to another machine is refused by its host`(text: String, host: String) {
    #expect(Self.read(text) == "http " + host)
  }

  @Test func `the parts of a link are where they belong`() throws {
    let text = "zonechat://chat.example:8443/join/\(Self.guid)#Trip,code=c1,ca=\(Self.pin),key=K"
    let link = try ServerLink(parsing: text)
    let origin = try #require(ServerOrigin("https://chat.example:8443"))
    let pin = try #require(AuthorityPin(Self.pin))
    #expect(
      link
        == ServerLink(
          place: ServerPlace(origin: origin, pin: pin), shortGUID: Self.guid, words: "Trip",
          code: "c1",
          others: ["key": "K"]))
  }

  @Test func `a text without an end is refused`() {
    let text = "\(Self.origin)/join#" + String(repeating: "a", count: 2_000_000)
    #expect(Self.read(text) == "!")
  }

  @Test func `a title gives the words that a link can hold`() {
    #expect(ServerLink.words(of: "Café & Crème, 2026!") == "Cafe-Creme-2026")
    #expect(ServerLink.words(of: "Trip-to-Rome") == "Trip-to-Rome")
    #expect(ServerLink.words(of: "#,code=x") == "code-x")
    #expect(ServerLink.words(of: "旅行") == nil)
    #expect(ServerLink.words(of: "") == nil)
  }

  @Test func `an origin has one spelling`() throws {
    let origin = try #require(ServerOrigin("HTTPS://Chat.Example.:443/"))
    #expect(origin == ServerOrigin("https://chat.example"))
    #expect(origin.description == "https://chat.example" && origin.authority == "chat.example")
    #expect(origin.isSecure && origin.host == "chat.example" && origin.port == 443)
    #expect(origin != ServerOrigin("http://chat.example:443"))
    let address = try #require(ServerOrigin("http://[0:0::1]:8080"))
    #expect(address.host == "::1" && address.authority == "[::1]:8080" && address.isLoopback)
    #expect(address.description == "http://[::1]:8080")
    for text in [
      "", "https://", "https:///", "chat.example", "https://chat.example//",
      "https://chat.example/x",
      "https://chat.example?", "https://chat.example#", "https://a@chat.example",
      "ftp://chat.example",
      " https://chat.example", "unix:/tmp/socket",
    ] {
      #expect(ServerOrigin(text) == nil, "\(text)")
    }
  }

  @Test func `a cloud's address has the origin of its server, and an origin is an address`() throws
  {
    let origin = try #require(ServerOrigin("https://chat.example:8443"))
    for text in ["https://chat.example:8443", "HTTPS://Chat.Example:8443/"] {
      #expect(try CloudAddress(text).origin == origin)
    }
    let address = CloudAddress(origin)
    #expect(address.origin == origin && address.socketPath == nil)
    #expect(try CloudAddress("https://chat.example:8443") == address)
    #expect(try CloudAddress("unix:/tmp/cloud.sock").origin == nil)
  }

  @Test func `a pin is 32 bytes in 43 characters`() throws {
    let bytes = [UInt8](0..<32)
    let pin = try #require(AuthorityPin(bytes: bytes))
    #expect(pin.description.count == 43)
    #expect(AuthorityPin(pin.description) == pin && pin.bytes == bytes)
    #expect(AuthorityPin(bytes: [UInt8](0..<31)) == nil)
    #expect(AuthorityPin(pin.description + "=") == nil)
  }
}
