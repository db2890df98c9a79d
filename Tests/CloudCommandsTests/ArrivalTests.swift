import CloudModel
import CommandSupport
import Foundation
import Testing

/// Which profile opens the link of a server, and how somebody gets in who has none.
struct ArrivalTests {
  /// What a person has on this machine, and has named.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var known: [Arrival.Known] = []
    var named: String?
    var account: String?
    var last: String?
    /// As the server says it; nil before it is asked.
    var cloudID: String?
    var server = "https://chat.example"
    var step: String

    init(
      _ description: String, _ known: [Arrival.Known] = [], named: String? = nil,
      account: String? = nil, last: String? = nil, cloudID: String? = nil,
      server: String = "https://chat.example", is step: String
    ) {
      testDescription = description
      (self.known, self.named, self.account, self.last) = (known, named, account, last)
      (self.cloudID, self.server, self.step) = (cloudID, server, step)
    }
  }

  private static func profile(
    _ name: String, _ account: String = "anna", at origin: String? = "https://chat.example",
    called publicOrigin: String? = nil, cloudID: String? = nil
  ) -> Arrival.Known {
    Arrival.Known(
      name: name, account: account, origin: origin.flatMap { ServerOrigin($0) },
      publicOrigin: publicOrigin.flatMap { ServerOrigin($0) }, cloudID: cloudID)
  }

  private static let home = profile("default", at: "https://home.example", cloudID: "h")
  private static let embedded = profile("default", at: nil)

  static let rows: [Row] = [
    // Nobody is signed in anywhere.
    Row("a new machine asks the server", is: "look"),
    Row("a new machine makes the first profile", cloudID: "c", is: "new default"),
    Row("a named profile that is empty asks the server", named: "work", is: "look"),
    Row("a named profile that is empty is taken", named: "work", cloudID: "c", is: "new work"),
    // One profile.
    Row("by the address", [profile("work")], is: "use work"),
    Row(
      "by the address that the server gives itself",
      [profile("work", at: "https://10.0.0.1", called: "https://chat.example")],
      is: "ask new default work"),
    Row(
      "an address that is only said does not count beside one that is dialled",
      [
        profile("evil", at: "https://evil.example", called: "https://chat.example"),
        profile("work"),
      ],
      is: "use work"),
    Row(
      "by the address, whatever the server says of itself",
      [profile("work", cloudID: "c")], cloudID: "other", is: "use work"),
    Row(
      "another port is another server", [profile("work", at: "https://chat.example:8443")],
      is: "look"),
    Row("plain HTTP is another server", [profile("work", at: "http://chat.example")], is: "look"),
    Row(
      "the name in capital letters", [profile("work")], server: "https://CHAT.example:443",
      is: "use work"),
    Row(
      "another name of the same server", [profile("work", at: "https://old.example", cloudID: "c")],
      cloudID: "c", is: "ask new default work"),
    Row(
      "before it is asked, another name is nothing",
      [profile("work", at: "https://old.example", cloudID: "c")], is: "look"),
    Row(
      "a profile that has never heard who its server is",
      [profile("default", at: "https://old.example")], cloudID: "c", is: "new chat.example"),
    // A profile of something else.
    Row("the profile of another server stays as it is", [home], is: "look"),
    Row(
      "beside it a new one gets the name of the host", [home], cloudID: "c",
      is: "new chat.example"),
    Row("beside the cloud of this machine too", [embedded], cloudID: "c", is: "new chat.example"),
    Row(
      "the name is taken", [home, profile("chat.example", at: "https://x.example")],
      cloudID: "c", is: "new chat.example-2"),
    Row(
      "both names are taken",
      [
        home, profile("chat.example", at: "https://x.example"),
        profile("chat.example-2", at: nil),
      ], cloudID: "c", is: "new chat.example-3"),
    Row(
      "an IPv6 address as a name", [home], cloudID: "c", server: "https://[::1]:8443",
      is: "new 1"),
    Row(
      "a long name", [home], cloudID: "c",
      server: "https://a-very-long-name-of-a-server.example.org",
      is: "new a-very-long-name-of-a-serve"),
    // Several profiles.
    Row("several are asked for", [profile("one"), profile("two", "berit")], is: "ask one two"),
    Row(
      "the last choice is the first", [profile("one"), profile("two", "berit")], last: "two",
      is: "ask two one"),
    Row(
      "a last choice that is gone", [profile("one"), profile("two")], last: "three",
      is: "ask one two"),
    Row(
      "the address counts before the identity",
      [profile("one"), profile("two", at: "https://old.example", cloudID: "c")], cloudID: "c",
      is: "use one"),
    Row(
      "several by the identity",
      [
        profile("one", at: "https://old.example", cloudID: "c"),
        profile("default", at: "https://older.example", cloudID: "c"),
      ], cloudID: "c", is: "ask new chat.example one default"),
    // The person has named a profile.
    Row("the named one of several", [profile("one"), profile("two")], named: "two", is: "use two"),
    Row(
      "a named profile of another server", [profile("one"), embedded], named: "default",
      is: "refuse"),
    Row("it is asked whether it is the same server", [home], named: "default", is: "look"),
    Row("it is another one", [home], named: "default", cloudID: "c", is: "refuse"),
    Row("it is the same one", [home], named: "default", cloudID: "h", is: "use default"),
    Row(
      "by an address that is only said, the person decides",
      [profile("work", at: "https://10.0.0.1", called: "https://chat.example")], named: "work",
      is: "use work"),
    // The person has named an account.
    Row(
      "the profile of the account", [profile("one"), profile("two", "Berit")], account: "berit",
      is: "use two"),
    Row("another account on the same server", [profile("one")], account: "carl", is: "look"),
    Row(
      "gets a profile of its own", [profile("default")], account: "carl", cloudID: "c",
      is: "new chat.example"),
    Row(
      "a named profile of another account", [profile("one")], named: "one", account: "carl",
      is: "refuse"),
  ]

  private static func word(of choice: Arrival.Choice) -> String {
    switch choice {
    case .profile(let known): known.name
    case .newAccount(let name): "new \(name)"
    }
  }

  @Test(arguments: ArrivalTests.rows)
  func `a link finds its profile`(row: Row) throws {
    let step = Arrival.profile(
      for: try #require(ServerOrigin(row.server)), cloudID: row.cloudID, among: row.known,
      named: row.named, account: row.account, last: row.last)
    let words =
      switch step {
      case .use(let profile): "use \(profile.name)"
      case .ask(let choices): "ask " + choices.map(Self.word(of:)).joined(separator: " ")
      case .look: "look"
      case .new(let name): "new \(name)"
      case .refuse: "refuse"
      }
    #expect(words == row.step)
    if case .refuse(let reason) = step {
      // It says what to do.
      #expect(reason.hasSuffix("Leave out --profile.") || reason.hasSuffix("or --name."))
    }
    // Before a server is asked, nothing is decided that makes something.
    if row.cloudID == nil, case .new = step { Issue.record("\(step)") }
  }

  @Test func `a server cannot call itself by the address that another profile dials`() throws {
    let evil = Self.profile("evil", at: "https://evil.example", called: "https://chat.example")
    let near = Self.profile("near", at: "https://10.0.0.1", called: "https://home.example")
    let own = Self.profile("own", called: "https://chat.example")
    let counted = Arrival.withoutForeignNames([evil, near, own])
    #expect(counted.map(\.publicOrigin) == [nil, near.publicOrigin, own.publicOrigin])
    // With nobody at that address, it may be its own.
    #expect(Arrival.withoutForeignNames([evil, near]) == [evil, near])
  }

  @Test func `the question about another address of a server names both`() throws {
    let server = try #require(ServerOrigin("https://chat.example"))
    let known = Self.profile("work", at: "https://10.0.0.1")
    let choices: [Arrival.Choice] = [.newAccount(profile: "chat.example"), .profile(known)]
    #expect(Arrival.question(about: server, choices).contains("the server chat.example,"))
    #expect(
      choices.map { $0.words(for: server) } == [
        "a new account at chat.example", "work (anna) at https://10.0.0.1",
      ])
    let same: [Arrival.Choice] = [.profile(Self.profile("one")), .profile(Self.profile("two"))]
    #expect(Arrival.question(about: server, same).hasPrefix("Several"))
    #expect(same.map { $0.words(for: server) } == ["one (anna)", "two (anna)"])
  }

  @Test func `where something waits for another cloud no profile is made`() throws {
    let server = try #require(ServerOrigin("https://chat.example"))
    let step = Arrival.profile(
      for: server, cloudID: "c", among: [], named: nil, reserved: ["chat.example", "default"])
    #expect(step == .new("chat.example-2"))
  }

  /// The way in, by the server's policy and the code of the link.
  struct EntryRow: Sendable, CustomTestStringConvertible {
    var policy: SignUpPolicy
    var code: CodeKind?
    var name: String?
    var entry: Arrival.Entry

    init(
      _ policy: SignUpPolicy, _ code: CodeKind? = nil, for name: String? = nil,
      is entry: Arrival.Entry
    ) {
      (self.policy, self.code, self.name, self.entry) = (policy, code, name, entry)
    }

    var testDescription: String { "\(policy), \(code?.rawValue ?? "no code"), \(name ?? "-")" }
  }

  @Test func `a neighbour is somebody else at the same server`() throws {
    let server = try #require(ServerOrigin("https://chat.example"))
    let other = try #require(ServerOrigin("https://other.example"))
    let known = [
      Arrival.Known(name: "default", account: "anna", origin: server),
      Arrival.Known(name: "far", account: "carl", origin: other),
      Arrival.Known(name: "work", account: "bob", origin: server),
    ]
    #expect(Arrival.neighbour(of: "Anna", at: server, among: known)?.name == "work")
    #expect(Arrival.neighbour(of: "bob", at: server, among: known)?.name == "default")
    #expect(Arrival.neighbour(of: "carl", at: other, among: known) == nil)
  }

  private static let needsInvitation = Arrival.Entry.signInOnly(
    because:
      "New accounts here need an invitation. Sign in, or ask the administrator of the server for one."
  )
  private static let closed = Arrival.Entry.signInOnly(
    because: "This server takes no new accounts. Sign in, or ask its administrator.")
  private static let isForNobody = Arrival.Entry.signInOnly(
    because: "The code of this link is for no account. Sign in, or ask for a new link.")

  static let entries: [EntryRow] = [
    EntryRow(.open, is: .signUpOrSignIn(suggested: nil)),
    EntryRow(.invitation, is: needsInvitation),
    EntryRow(.closed, is: closed),
    EntryRow(.open, .invitation, for: "bob", is: .signUpOrSignIn(suggested: "bob")),
    EntryRow(.invitation, .invitation, for: "bob", is: .signUpOrSignIn(suggested: "bob")),
    EntryRow(.invitation, .invitation, is: .signUpOrSignIn(suggested: nil)),
    // A name that no server gives is not offered.
    EntryRow(.invitation, .invitation, for: "\u{1B}[2J", is: .signUpOrSignIn(suggested: nil)),
    EntryRow(.open, .reset, for: "bob", is: .newPassphrase(of: "bob")),
    EntryRow(.closed, .invitation, for: "bob", is: closed),
    EntryRow(.closed, .reset, for: "bob", is: .newPassphrase(of: "bob")),
    EntryRow(.closed, .device, for: "bob", is: .device(of: "bob")),
    EntryRow(.open, .reset, is: isForNobody),
    EntryRow(.open, .device, for: "not a name", is: isForNobody),
  ]

  @Test(arguments: ArrivalTests.entries)
  func `the policy and the code decide how somebody gets in`(row: EntryRow) {
    let server = ServerDescription(
      product: "", version: "", cloudID: "c", name: nil, publicURL: nil, signUp: row.policy,
      membersMayInvite: false)
    let code = row.code.map {
      CodeDescription(kind: $0, name: row.name, inviter: nil, expiresAt: 0)
    }
    #expect(Arrival.entry(to: server, with: code) == row.entry)
  }

  @Test func `the first question has the host as the network has it`() throws {
    let plain = try #require(ServerOrigin("https://Chat.Example:8443"))
    #expect(Arrival.question(about: plain).contains("the server chat.example:8443,"))
    #expect(!Arrival.question(about: plain).contains("xn--"))
    let other = try #require(ServerOrigin("https://chat.xn--80ak6aa92e.com"))
    #expect(Arrival.question(about: other).contains("letters beyond ASCII"))
    #expect(Arrival.question(about: other).contains("chat.xn--80ak6aa92e.com"))
  }

  @Test func `a text is the link of a server, of a machine or none`() throws {
    for text in [
      "https://chat.example/join/AAAABBBBCCCC#Trip", "https://chat.example/join",
      "https://chat.example/join#,code=AAAABBBBCCCCDDDDEEEEFF", "https://chat.example",
      "'https://chat.example:8443/'", "http://localhost:8080",
    ] {
      guard case .server = try Arrival.Target(parsing: text) else {
        Issue.record("\(text)")
        continue
      }
    }
    for text in ["zonechat://join/AAAABBBBCCCC#Trip", "https://www.icloud.com/share/AAAABBBBCCCC"] {
      guard case .machine = try Arrival.Target(parsing: text) else {
        Issue.record("\(text)")
        continue
      }
    }
    for text in [
      "family", "zonechat://leave/x", "http://chat.example",
      "http://chat.example/join/AAAABBBBCCCC", "https://chat.example/elsewhere",
      "https://good.example\\@evil.example/join/AAAABBBBCCCC",
    ] {
      #expect(throws: (any Error).self, "\(text)") { try Arrival.Target(parsing: text) }
    }
  }

  @Test func `a word with a dot in the place of a command is a server`() {
    #expect(Arrival.Target.address("chat.example") == "https://chat.example")
    #expect(Arrival.Target.address("Chat.Example:8443") == "https://chat.example:8443")
    for word in ["chats", "frobnicate", "../x", "chat.example/join", "a@b.example", "1.2", "."] {
      #expect(Arrival.Target.address(word) == nil, "\(word)")
    }
  }

  /// What a window does: the profile that it opens, or those that it asks about, in their order.
  private func asked(
    among names: [String], _ memory: ProfileChoice.Memory = .init(), isAskedAgain: Bool = false
  ) -> [String] {
    let known = names.map { Self.profile($0) }
    switch ProfileChoice.step(
      among: known, memory, preset: "default", isAskedAgain: isAskedAgain)
    {
    case .open(let name): return ["open \(name)"]
    case .ask(let rows): return rows.map(\.profile.name)
    }
  }

  @Test func `a window asks only where there is something to choose`() {
    #expect(asked(among: []) == ["open default"])
    #expect(asked(among: ["work"]) == ["open default"])
    #expect(asked(among: ["home", "work"]) == ["home", "work"])
    #expect(
      asked(among: ["a", "b", "c"], .init(opened: ["b": 10, "c": 20, "gone": 30]))
        == ["c", "b", "a"])
    #expect(asked(among: ["home", "work"], .init(always: "work")) == ["open work"])
    #expect(
      asked(among: ["home", "work"], .init(always: "work"), isAskedAgain: true)
        == ["home", "work"])
    // Nobody is signed in there any more.
    #expect(asked(among: ["home", "work"], .init(always: "gone")) == ["home", "work"])
  }

  @Test func `a row has the account, the server and the last use`() throws {
    let row = ProfileChoice.Row(
      profile: Self.profile("work"), openedAt: Date(timeIntervalSince1970: 0))
    #expect(
      row.words(in: try #require(TimeZone(identifier: "UTC")))
        == "work: anna on chat.example, used 1970-01-01 00:00")
    #expect(
      ProfileChoice.Row(profile: Self.embedded, openedAt: nil).words()
        == "default: anna on this machine")
  }
}
