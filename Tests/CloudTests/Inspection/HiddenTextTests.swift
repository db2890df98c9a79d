import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import CloudWire
import Foundation
import Logging
import Synchronization
import Testing

/// Texts that a cloud hides from its administrators, unless they ask for them.
@Suite struct HiddenTextTests {
  @Test func `what stands for a value says its kind and its length`() {
    for (value, hidden) in [
      (FieldValue.string("Grüße"), FieldValue.string("text, 7 bytes")),
      (.string(""), .string("text, 0 bytes")),
      (.bytes(Data([1, 2, 3])), .string("data, 3 bytes")),
      (.list([.string("a"), .int64(2)]), .list([.string("text, 1 bytes"), .int64(2)])),
      (.int64(5), .int64(5)), (.list([]), .list([])), (.double(1.5), .double(1.5)),
    ] {
      #expect(value.hidingTexts == hidden)
      #expect(!value.hasHiddenText)
    }
    for text in ["text, 7 bytes", "data, 0 bytes"] { #expect(HiddenText.stands(in: text)) }
    for text in ["text", "text, bytes", "text, 07 bytes", "a text, 7 bytes", "text, 7 bytes "] {
      #expect(!HiddenText.stands(in: text))
    }
  }

  @Test(arguments: [
    // Fields that are called like the parts of one.
    (
      #"{"fields":{"value":{"value":"a","type":"STRING"},"type":{"value":1,"type":"INT64"}}}"#,
      """
      {"fields":{"value":{"value":"text, 1 bytes","type":"STRING"},"type":{"value":1,"type":"INT64"}}}
      """
    ),
    (
      #"{"fields":{"a":{"value":["AQI="],"type":"ENCRYPTED_BYTES_LIST"},"b":{"value":null}}}"#,
      #"{"fields":{"a":{"value":["data, 2 bytes"],"type":"STRING_LIST"},"b":{"value":null}}}"#
    ),
    // No known type.
    (#"{"fields":{"a":{"value":"ab"}}}"#, #"{"fields":{"a":{"value":"text, 2 bytes"}}}"#),
    (#"{"fields":{"a":"ab","b":3}}"#, #"{"fields":{"a":"text, 2 bytes","b":3}}"#),
    // Rows of the store that cannot be read; a value that is sealed.
    (
      #"{"rows":[{"fields":"ab","body":"abc"}]}"#,
      #"{"rows":[{"fields":"text, 2 bytes","body":"text, 3 bytes"}]}"#
    ),
    (
      #"{"fields":{"a":{"value":"encrypted","isEncrypted":true}}}"#,
      #"{"fields":{"a":{"value":"encrypted","isEncrypted":true}}}"#
    ),
    (
      #"{"query":{"filterBy":[{"fieldName":"a","fieldValue":{"value":"ab"}}]}}"#,
      #"{"query":{"filterBy":[{"fieldName":"a","fieldValue":{"value":"text, 2 bytes"}}]}}"#
    ),
    // No field.
    (
      #"{"shortGUID":{"value":"abc"},"recordName":"r"}"#,
      #"{"shortGUID":{"value":"abc"},"recordName":"r"}"#
    ),
  ])
  func `an answer keeps everything but texts`(answer: String, hidden: String) throws {
    func value(_ json: String) throws -> JSONValue {
      try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    }
    #expect(try value(answer).hidingTexts == value(hidden))
  }

  @Test func `no page of the console shows a text until it is asked for`() async throws {
    try await VeiledWorld.run { world in
      let paths = world.pages.map { address in String(address.prefix { $0 != "?" }) }
      #expect(Set(paths) == Set(ConsoleAddress.Path.allCases.map(\.rawValue)))
      for address in world.pages {
        let page = try await world.wire.send("GET", address)
        #expect(page.status == 200 && !world.isShown(in: page.text), "\(address): \(page.text)")
      }
      #expect(try await world.log() == [])
      for address in world.pagesWithTexts {
        let hidden = try await world.wire.send("GET", address).text
        #expect(hidden.contains("text, 12 bytes") && hidden.contains("reveal=true"), "\(address)")
        let before = try await world.log().count
        let shown = try await world.wire.send("GET", address + "&reveal=true").text
        #expect(world.isShown(in: shown) && !shown.contains("Show the texts"), "\(address)")
        let log = try await world.log()
        #expect(log.count == before + 1 && log.last?.contains(": console, ") == true, "\(log)")
      }
      #expect(
        try await world.log().contains(
          "reveal alice: console, private database, record n, zone Z"))
    }
  }

  @Test func `people see what is theirs on the console`() async throws {
    try await VeiledWorld.run { world in
      let browser = Browser(world.wire)
      try await browser.signIn(["name": "alice", "passphrase": testPassphrase])
      let page = try await browser.open(
        "/console/record?" + ConsoleWorld.query("database=private&zone=Z&record=n"))
      #expect(world.isShown(in: page.text))
      #expect(try await world.log() == [])
    }
  }

  @Test func `no inspection shows a text until it is asked for`() async throws {
    try await VeiledWorld.run { world in
      for subject in InspectionSubject.allCases {
        let path = "/extension/1/inspect/\(subject.rawValue)"
        let hidden = try await world.wire.send("GET", path)
        #expect(hidden.status == 200 && !world.isShown(in: hidden.text), "\(hidden.text)")
      }
      #expect(try await world.log() == [])
      for subject in [InspectionSubject.records, .subscriptions] {
        let path = "/extension/1/inspect/\(subject.rawValue)?account=alice&reveal="
        #expect(world.isShown(in: try await world.wire.send("GET", path + "true").text))
        #expect(try await world.log().last == "reveal inspect \(subject.rawValue), account alice")
        #expect(!world.isShown(in: try await world.wire.send("GET", path + "false").text))
        #expect(try await world.wire.send("GET", path + "yes").status == 400)
      }
      #expect(try await world.log().count == 2)
    }
  }

  @Test func `no answer to an administrator in somebody's name has a text until it is asked for`()
    async throws
  {
    try await VeiledWorld.run { world in
      for (database, operation, body) in world.reads {
        let hidden = try await world.act(operation, in: database, body)
        #expect(hidden.status == 200 && !world.isShown(in: hidden.text), "\(hidden.text)")
        #expect(hidden.text.contains("text, 12 bytes"), "\(operation): \(hidden.text)")
        let before = try await world.log().count
        let shown = try await world.act(operation, in: database, body, reveal: "true")
        #expect(world.isShown(in: shown.text), "\(operation): \(shown.text)")
        let log = try await world.log()
        #expect(log.count == before + 1)
        #expect(
          log.last?.hasPrefix("reveal alice: \(operation), \(database) database") == true, "\(log)")
      }
      #expect(
        try await world.log().contains(
          "reveal alice: records/query, private database, type Note zone Z"))
      let fields = try await world.act("records/lookup", in: "private", world.lookUp)
        .json["records"][0]["fields"]
      #expect(fields["data"] == ["value": "data, 12 bytes", "type": "STRING"])
      #expect(
        fields["list"] == ["value": ["text, 12 bytes", "text, 1 bytes"], "type": "STRING_LIST"])
      #expect(fields["done"] == ["value": 0, "type": "INT64"])
    }
  }

  @Test(arguments: ["text", "data"])
  func `no continuation marker has a text until it is asked for`(field: String) async throws {
    try await VeiledWorld.run { world in
      let later = try await world.wire.modify(
        "create",
        [
          "recordName": "z", "recordType": "Note",
          "fields": [
            "text": ["value": "later"], "data": ["value": "enp6", "type": "BYTES"],
            "done": ["value": 0],
          ],
        ], as: world.alice)
      try #require(later["serverErrorCode"] == .null, "\(later)")
      func query(by field: String, reveal: String? = nil) async throws -> WireAnswer {
        try await world.act(
          "records/query", in: "private",
          [
            "zoneID": .zone("Z"), "resultsLimit": 1,
            "query": [
              "recordType": "Note", "filterBy": [VeiledWorld.notDone],
              "sortBy": [["fieldName": .string(field)]],
            ],
          ], reveal: reveal)
      }
      let plain = try await query(by: "done")
      let marker = try #require(plain.json["continuationMarker"].string, "\(plain.text)")
      #expect(!world.isShown(inMarker: marker))
      let hidden = try await query(by: field)
      #expect(hidden.outcome == "400 BAD_REQUEST", "\(hidden.text)")
      #expect(hidden.json["reason"].string?.contains("reveal=true") == true)
      #expect(try await world.log() == [])
      let shown = try await query(by: field, reveal: "true")
      let telling = try #require(shown.json["continuationMarker"].string, "\(shown.text)")
      #expect(world.isShown(inMarker: telling), "this is what the refusal is for")
    }
  }

  @Test func `names of nothing push none out of the log that was revealed`() async throws {
    try await VeiledWorld.run { world in
      let long = String(repeating: "x", count: 250)
      let fakes = (0..<30).map { JSON.object(["recordName": .string("\($0)\(long)")]) }
      let body: JSON = ["zoneID": .zone("Z"), "records": .array(fakes + [["recordName": "n"]])]
      let shown = try await world.act("records/lookup", in: "private", body, reveal: "true")
      #expect(world.isShown(in: shown.text), "\(shown.text)")
      let line = try #require(try await world.log().last)
      #expect(line.hasPrefix("reveal alice: records/lookup, private database, 31 targets, "))
      #expect(line.hasSuffix(", record n zone Z") && !line.contains(long), "\(line)")
    }
  }

  @Test func `what stands for a text is not saved in its place`() async throws {
    try await VeiledWorld.run { world in
      let answer = try await world.act("records/lookup", in: "private", world.lookUp)
      let read = answer.json["records"][0]
      let body: JSON = [
        "zoneID": .zone("Z"), "operations": [["operationType": "forceReplace", "record": read]],
      ]
      let saved = try await world.act("records/modify", in: "private", body)
      #expect(saved.outcome == "400 BAD_REQUEST")
      #expect(saved.json["reason"].string?.contains("reveal=true") == true)
      let own = try await world.wire.post("private/records/lookup", as: world.alice, world.lookUp)
      #expect(own["records"][0]["fields"]["text"]["value"].string == VeiledWorld.secret)
    }
  }

  @Test func `pushes to an account are opened to an administrator only if that is noted`()
    async throws
  {
    try await VeiledWorld.run { world throws in
      let path = "/device/1/iCloud.net.zonechat/development/tokens/create"
      func open(_ query: String) async throws -> Int {
        try await world.wire.send(
          "POST", path + query, headers: VeiledWorld.acting,
          body: Array(#"{"apnsEnvironment":"development"}"#.utf8)
        ).status
      }
      #expect(try await open("") == 403)
      #expect(try await world.log() == [])
      #expect(try await open("?reveal=true") == 200)
      #expect(try await world.log() == ["reveal alice: tokens/create, public database"])
    }
  }

  @Test func `an export, which has everything, is noted`() async throws {
    try await WireKind.inProcess.run(configure: { $0.hidesTexts = true }) { wire in
      let world = VeiledWorld(wire: wire, alice: try await wire.signUp("alice"))
      #expect(try await wire.send("GET", "/extension/1/export").status == 200)
      #expect(try await world.log() == ["reveal export of the whole cloud"])
    }
  }

  @Test func `a cloud that hides nothing shows everything and notes nothing`() async throws {
    try await VeiledWorld.run(hidesTexts: false) { world in
      for reveal in ["true", "false"] {
        for (database, operation, body) in world.reads {
          let answer = try await world.act(operation, in: database, body, reveal: reveal)
          #expect(world.isShown(in: answer.text), "\(operation)")
        }
        for address in world.pagesWithTexts {
          let page = try await world.wire.send("GET", address + "&reveal=\(reveal)").text
          #expect(world.isShown(in: page) && !page.contains("Show the texts"))
        }
      }
      #expect(try await world.log() == [])
    }
  }

  @Test func `no log has a text, however talkative it is`() async throws {
    try await VeiledWorld.run { world in
      for (database, operation, body) in world.reads {
        for reveal in ["true", "false"] {
          _ = try await world.act(operation, in: database, body, reveal: reveal)
        }
        // Refused, and no JSON at all.
        let person = world.alice
        let wrong = #"{"zoneID":{"zoneName":"none"},"x":"\#(VeiledWorld.secret)"}"#
        _ = try await world.wire.ask("POST", "\(database)/\(operation)", as: person, wrong)
        _ = try await world.wire.ask(
          "POST", "\(database)/\(operation)", as: person, VeiledWorld.secret)
      }
      for address in world.pages + world.pagesWithTexts.map({ $0 + "&reveal=true" }) {
        _ = try await world.wire.send("GET", address)
      }
      // The journal is one of the pages.
      let journal = try await world.wire.send("GET", "/console/requests").text
      #expect(journal.contains("records/query") && !world.isShown(in: journal))
      let lines = world.lines.all
      #expect(lines.contains { $0.contains("an administrator has revealed texts") })
      #expect(lines.contains { $0.hasPrefix("received") }, "the trace is on")
      for line in lines { #expect(!world.isShown(in: line), "\(line)") }
    }
  }
}

/// Lines of logs, kept instead of written.
private final class KeptLines: Sendable {
  private let kept = Mutex<[String]>([])

  var all: [String] { kept.withLock { $0 } }

  func add(_ line: String) { kept.withLock { $0.append(line) } }
}

private struct KeepingHandler: LogHandler {
  let lines: KeptLines
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { lines.add("\(event.message) \(event.metadata ?? [:])") }
}

/// A cloud with a text in every place where one can be, answered in process: whoever asks is its administrator.
private struct VeiledWorld: Sendable {
  static let secret = "PRIVATEWORDS"
  static let acting = ["X-ZoneChat-Account": "alice", ExtensionHeader.name: "1"]
  private static let secretBase64 = Data(secret.utf8).base64EncodedString()

  let wire: WireCloud
  let alice: WireCloud.Person
  var shortGUID = ""
  let lines: KeptLines

  init(wire: WireCloud, alice: WireCloud.Person, lines: KeptLines = KeptLines()) {
    self.wire = wire
    self.alice = alice
    self.lines = lines
  }

  static func run(
    hidesTexts: Bool = true, _ body: (VeiledWorld) async throws -> Void
  ) async throws {
    var configuration = CloudHost.Configuration(
      storage: .inMemory, tcp: .init(host: "127.0.0.1", port: 0), plan: .everySaveTeaches,
      passphraseCost: .cheap)
    configuration.hidesTexts = hidesTexts
    let lines = KeptLines()
    let logger = Logger(label: "cloud") { _ in KeepingHandler(lines: lines) }
    let host = try CloudHost(
      configuration: configuration, surroundings: .deterministic(), logger: logger)
    let wire = WireCloud { method, target, headers, body in
      let answer = try await host.answer(method, target, headers: headers, body: body)
      return WireAnswer(status: answer.status, headers: answer.headers, body: answer.body)
    }
    do {
      var world = VeiledWorld(wire: wire, alice: try await wire.signUp("alice"), lines: lines)
      try await world.fill()
      try await body(world)
    } catch {
      try host.close()
      throw error
    }
    try host.close()
  }

  private mutating func fill() async throws {
    let bob = try await wire.signUp("bob")
    try await wire.makeZone("Z", of: alice)
    let secret = JSON.string(Self.secret)
    let data = JSON.string(Self.secretBase64)
    let saved = try await wire.modify(
      "create",
      [
        "recordName": "n", "recordType": "Note",
        "fields": [
          "text": ["value": secret], "list": ["value": [secret, "b"]],
          "data": ["value": data, "type": "BYTES"],
          "datas": ["value": [data], "type": "BYTES_LIST"],
          "value": ["value": secret], "fields": ["value": secret], "body": ["value": secret],
          "done": ["value": 0],
        ],
      ], as: alice)
    try #require(saved["serverErrorCode"] == .null, "\(saved)")
    let share = try await wire.modify(
      "create",
      [
        "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share",
        "fields": ["cloudkit.title": ["value": secret]], "publicPermission": "NONE",
        "participants": [
          [
            "type": "USER", "permission": "READ_ONLY", "acceptanceStatus": "INVITED",
            "userIdentity": ["userRecordName": .string(bob.userRecordName)],
          ]
        ],
      ], as: alice)
    shortGUID = try #require(share["shortGUID"].string, "\(share)")
    _ = try await wire.post(
      "public/records/accept", as: bob, ["shortGUIDs": [["value": .string(shortGUID)]]])
    let subscribed = try await wire.post(
      "private/subscriptions/modify", as: alice,
      [
        "operations": [
          [
            "operationType": "create",
            "subscription": [
              "subscriptionID": "s", "subscriptionType": "query", "firesOn": ["create"],
              "query": [
                "recordType": "Note",
                "filterBy": [
                  [
                    "comparator": "EQUALS", "fieldName": "text",
                    "fieldValue": ["value": secret, "type": "STRING"],
                  ]
                ],
              ],
            ],
          ]
        ]
      ])
    try #require(subscribed["subscriptions"][0]["serverErrorCode"] == .null, "\(subscribed)")
  }

  func isShown(in text: String) -> Bool {
    text.contains(Self.secret) || text.contains(Self.secretBase64)
  }

  /// Whether a marker has the secret: it is JSON in base64, in which positions are base64 again.
  func isShown(inMarker marker: String) -> Bool {
    let json = String(decoding: Data(base64Encoded: marker) ?? Data(), as: UTF8.self)
    return json.split(separator: "\"").contains { part in
      String(decoding: Data(base64Encoded: String(part)) ?? Data(), as: UTF8.self)
        .contains(Self.secret)
    }
  }

  /// What administrators did: the action and its subject.
  func log() async throws -> [String] {
    try await wire.send("GET", "/extension/1/administration/log").json["entries"].elements.map {
      "\($0["action"].string ?? "?") \($0["subject"].string ?? "?")"
    }
  }

  /// Posts in alice's name.
  func act(
    _ operation: String, in database: String, _ body: JSON, reveal: String? = nil
  ) async throws -> WireAnswer {
    let query = reveal.map { "?reveal=\($0)" } ?? ""
    return try await wire.send(
      "POST", "\(WireCloud.place)/\(database)/\(operation)\(query)", headers: Self.acting,
      body: Array(body.text.utf8))
  }

  var lookUp: JSON { ["zoneID": .zone("Z"), "records": [["recordName": "n"]]] }

  static let notDone: JSON = [
    "comparator": "EQUALS", "fieldName": "done", "fieldValue": ["value": 0, "type": "INT64"],
  ]

  /// Operations whose answers have texts.
  var reads: [(database: String, operation: String, body: JSON)] {
    let zone = JSON.zone("Z")
    return [
      ("private", "records/lookup", lookUp),
      (
        "private", "records/query",
        ["zoneID": zone, "query": ["recordType": "Note", "filterBy": [Self.notDone]]]
      ),
      ("private", "changes/zone", ["zones": [["zoneID": zone]]]),
      ("private", "records/changes", ["zoneID": zone]),
      ("public", "records/resolve", ["shortGUIDs": [["value": .string(shortGUID)]]]),
      ("private", "subscriptions/list", [:]),
      ("private", "subscriptions/lookup", ["subscriptions": [["subscriptionID": "s"]]]),
      // The cloud's copy beside a conflict.
      (
        "private", "records/modify",
        [
          "zoneID": zone,
          "operations": [
            [
              "operationType": "create",
              "record": ["recordName": "n", "recordType": "Note", "fields": [:]],
            ]
          ],
        ]
      ),
    ]
  }

  var pagesWithTexts: [String] {
    let own = "database=private&zone=Z"
    let shared = "database=shared&zone=Z&owner=\(alice.userRecordName)"
    return [
      "/console/zone?" + ConsoleWorld.query(own, account: "alice"),
      "/console/zone?" + ConsoleWorld.query(shared, account: "bob"),
      "/console/record?" + ConsoleWorld.query(own + "&record=n", account: "alice"),
      "/console/record?" + ConsoleWorld.query(own + "&record=cloudkit.zoneshare", account: "alice"),
      "/console/record?" + ConsoleWorld.query(shared + "&record=n", account: "bob"),
    ]
  }

  /// Every page, with somebody's data where it has some.
  var pages: [String] {
    [
      "/", "/console/schema?" + ConsoleWorld.query(""), "/console/accounts",
      "/console/account?account=alice",
      "/console/zones?" + ConsoleWorld.query("database=private", account: "alice"),
      "/console/zones?" + ConsoleWorld.query("database=shared", account: "bob"),
      "/console/shares", "/console/shares?account=alice",
      "/console/subscriptions?" + ConsoleWorld.query("", account: "alice"), "/console/requests",
      "/console/faults",
    ] + pagesWithTexts
  }
}
