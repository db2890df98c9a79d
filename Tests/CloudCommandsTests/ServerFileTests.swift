import CloudModel
import CloudPlanFile
import Foundation
import Testing

/// The file of a server: what it says, and what is said of a mistake in it.
@Suite struct ServerFileTests {
  private static let path = "/etc/zonechat/server.toml"

  private func read(_ text: String, allowsPlainNetwork: Bool = false) throws -> ServerFile {
    try ServerFile(text: text, path: Self.path, allowsPlainNetwork: allowsPlainNetwork)
  }

  private static let smallest = """
    address = "https://chat.example"
    listen = ["[::]:443"]

    """
  private static let selfMade = "\(smallest)[tls]\nauthority = \"self-made\"\n"

  private static func server(_ identity: ServerFile.Identity) throws -> ServerFile {
    ServerFile(
      address: try #require(ServerOrigin("https://chat.example")),
      listeners: identity.hasTLS
        ? [.init(host: "::", port: 443), .init(host: "127.0.0.1", port: 8443)]
        : [.init(host: "127.0.0.1", port: 8080)], identity: identity)
  }

  @Test func `the written text is read as what was written, whatever it is`() throws {
    for identity in [
      ServerFile.Identity.files(chain: "/tls/a.pem", key: "/tls/b.pem"), .selfMade,
      .proxies(["127.0.0.1", "::1"]), .nobody,
    ] {
      for policy in SignUpPolicy.allCases {
        var file = try Self.server(identity)
        file.signUp = policy
        #expect(try read(ServerFileText(file).text) == file)
        file.name = #"Anna's "big" server \ 日本"#
        file.program = "https://example.org/zonechat"
        file.containers = "/etc/zonechat/containers.toml"
        (file.data, file.socket) = ("/srv/a b", "/srv/a b/s.sock")
        (file.membersInvite, file.sessionIdleDays) = (3, 0)
        (file.quotaBytes, file.hidesTexts) = (1_500_000_000, false)
        file.backup = .init(folder: "/backups", keep: 2)
        file.warning = .init(freeBytes: 123_456, command: "/usr/bin/tell me")
        #expect(try read(ServerFileText(file).text) == file)
        (file.backup, file.warning) = (nil, nil)
        #expect(try read(ServerFileText(file).text) == file)
      }
    }
  }

  @Test func `the text has every key, and a comment above each`() throws {
    let text = ServerFileText(try Self.server(.selfMade)).text
    var table = ""
    var found: [String: Set<String>] = ["": []]
    var above: Substring = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.trimmingPrefix("# ")
      if let name = words.wholeMatch(of: /\[(\w+)\]/)?.output.1 {
        table = String(name)
        found["", default: []].insert(table)
      } else if let key = words.wholeMatch(of: /([a-z-]+) = .+/)?.output.1 {
        found[table, default: []].insert(String(key))
        // Some keys share the comment above the first one, or above their table.
        let shared = ["data", "socket", "key", "folder", "keep", "free-space"]
        #expect(above.hasPrefix("#") || shared.contains(String(key)), "\(key)")
      }
      above = line
    }
    #expect(found == ServerFile.keys)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test func `packages have the text of an example`() throws {
    var file = ServerFile(
      name: "Anna's server", address: try #require(ServerOrigin("https://chat.example.org")),
      listeners: [.init(host: "::", port: 443)],
      identity: .files(
        chain: "/etc/zonechat/tls/fullchain.pem", key: "/etc/zonechat/tls/privkey.pem"))
    file.signUp = .invitation
    let packaged = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "packaging/server.toml.example")
    #expect(try String(contentsOf: packaged, encoding: .utf8) == ServerFileText(file).text)
  }

  @Test func `what is left out has the values of a new server`() throws {
    let file = try read(Self.selfMade)
    #expect(file.signUp == .invitation && file.membersInvite == 0 && file.sessionIdleDays == 180)
    #expect(file.quotaBytes == 5_000_000_000 && file.hidesTexts)
    #expect(file.data == "/var/lib/zonechat" && file.socket == "/run/zonechat/cloud.sock")
    #expect(file.backup == nil && file.warning == nil && file.name == nil)
    #expect(file.limits.sessionIdleSeconds == 180 * 86_400 && file.limits.signUp == .invitation)
    #expect(file.limits.quotaBytes == 5_000_000_000 && file.limits.membersInvite == 0)
  }

  private static let mistakes: [(text: String, words: String)] = [
    ("adress = \"x\"", "line 1, column 1: ‘adress’ is not a key here. Perhaps ‘address’ is meant."),
    (
      "\(smallest)[tls]\nkeys = \"/k\"",
      "line 4, column 1: ‘tls.keys’ is not a key here. Perhaps ‘key’ is meant."
    ),
    (
      "\(selfMade)[accounts]\nsignup = \"open\"",
      "line 6, column 1: ‘accounts.signup’ is not a key here. Perhaps"
    ),
    ("listen = []", "‘address’ is missing"),
    (
      "address = \"chat.example\"\nlisten = [\"[::]:443\"]",
      "line 1, column 1: ‘address’ must be https://HOST"
    ),
    (
      "address = \"http://chat.example\"\nlisten = [\"[::]:443\"]",
      "‘address’ must begin with https://"
    ),
    ("address = \"https://chat.example\"", "‘listen’ is missing"),
    (
      "address = \"https://a.b\"\nlisten = [\"443\"]",
      "line 2, column 1: ‘listen’ has ‘443’. Write HOST:PORT"
    ),
    ("address = \"https://a.b\"\nlisten = [\":1\", \"127.0.0.1:1\"]", "has 127.0.0.1:1 twice"),
    (smallest, "line 2, column 1: ‘listen’ has [::]:443, which can be reached from the network"),
    ("\(smallest)[tls]\nproxies = [\"127.0.0.1\"]", "which can be reached from the network"),
    ("\(smallest)[tls]\nproxies = [\"caddy\"]", "‘tls.proxies’ has ‘caddy’. Write IP addresses"),
    ("\(smallest)[tls]\nproxies = []", "‘tls’ must have one of"),
    ("\(smallest)[tls]\ncertificate = \"/c\"", "‘tls.key’ is missing"),
    ("\(smallest)[tls]\nkey = \"/k\"", "‘tls.certificate’ is missing"),
    ("\(smallest)[tls]\ncertificate = \"c.pem\"\nkey = \"/k\"", "must be a whole path"),
    ("\(selfMade)proxies = [\"::1\"]", "‘tls’ must have one of"),
    ("\(smallest)[tls]\nauthority = \"other\"", "‘tls.authority’ must be \"self-made\""),
    ("\(selfMade)[accounts]\nsign-up = \"all\"", "line 6, column 1: ‘accounts.sign-up’ must be"),
    ("\(selfMade)[accounts]\nquota = \"5 Gigabytes\"", "must be a size, for example"),
    ("\(selfMade)[accounts]\nquota = \"99999999999 TB\"", "must be a size, for example"),
    ("\(selfMade)[accounts]\nquota = -1", "must be a size, for example"),
    ("\(selfMade)[accounts]\nsession-idle-days = 10001", "must be 0 to 10000"),
    ("\(selfMade)[accounts]\nmembers-invite = 1001", "must be 0 to 1000"),
    ("\(selfMade)[accounts]\nhide-texts = \"no\"", "must be true or false"),
    ("\(selfMade)[backup]\nkeep = 0", "must be 1 to 10000"),
    ("\(selfMade)[warn]\ncommand = \"/x\"", "‘warn.free-space’ is missing"),
    ("name = \"\u{1B}[2J\"\n\(selfMade)", "This is not TOML"),
    ("name = \"\"\n\(selfMade)", "‘name’ must have 1 to 64 characters"),
    ("program = \"javascript:alert(1)\"\n\(selfMade)", "‘program’ must be the address of a page"),
    ("program = \"https:// a\"\n\(selfMade)", "‘program’ must be the address of a page"),
    ("name = \" a\"\n\(selfMade)", "‘name’ must have 1 to 64 characters"),
    ("name = \"\u{3164}\"\n\(selfMade)", "‘name’ must have 1 to 64 characters"),
    ("data = \"data\"\n\(selfMade)", "‘data’ must be a whole path"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is named with its place and the way out`(text: String, words: String) throws {
    do {
      _ = try read(text)
      Issue.record("it was read: \(text)")
    } catch PlanFileError.mistake(let sentence) {
      #expect(sentence.hasPrefix("\(Self.path), line "), "\(sentence)")
      #expect(sentence.contains(words), "\(sentence)")
    }
  }

  @Test func `plain HTTP on a network is for who insists, and on loopback for everybody`() throws {
    #expect(try read(Self.smallest, allowsPlainNetwork: true).identity == .nobody)
    for place in ["127.0.0.1:80", "[::1]:80", "localhost:80", "127.1.2.3:0"] {
      let text = "address = \"https://a.b\"\nlisten = [\"\(place)\"]"
      #expect(try read(text).listeners.map(\.description) == [place])
    }
  }

  @Test func `sizes are those of the trade, and are written as they are read`() throws {
    for (text, bytes) in [
      ("0 B", Int64(0)), ("1500 MB", 1_500_000_000), ("5 GB", 5_000_000_000), ("7KB", 7000),
      ("2 tb", 2_000_000_000_000), ("12 B", 12), ("5.5 GB", 5_500_000_000),
      ("9000 TB", 9_000_000_000_000_000),
    ] {
      let smallest = Self.smallest + "\n[accounts]\nquota = \"\(text)\""
      let file = try read(smallest, allowsPlainNetwork: true)
      #expect(file.quotaBytes == bytes, "\(text)")
      #expect(ByteWords.count(ByteWords.exact(bytes)) == bytes, "\(text)")
    }
    #expect(ByteWords.exact(5_000_000_000) == "5 GB" && ByteWords.exact(1_500_000) == "1500 kB")
    for text in ["", "5", "GB", "5 GiB", "-5 GB", "9999999999999 TB"] {
      #expect(throws: PlanFileError.self, "\(text)") {
        try read(Self.smallest + "\n[accounts]\nquota = \"\(text)\"", allowsPlainNetwork: true)
      }
    }
  }
}
