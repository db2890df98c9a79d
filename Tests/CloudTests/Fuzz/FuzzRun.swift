import CloudCore
import CloudModel
import CloudRules
import CloudWire
import Testing

/// One cloud and three people who send it whatever looks like requests.
///
/// Each has the zones `Z` and `P`; Alice shares her `Z` with Bob.
///
/// 1. Every answer is JSON, and none is a 5xx but where a fault was ordered for it.
/// 2. What was answered as saved is found so.
/// 3. Nobody's requests change what others have shared with nobody.
/// 4. At the end every reader reads everything, and the check finds nothing.
struct FuzzRun {
  let cloud: WireCloud
  let people: [WireCloud.Person]
  let administrator: [String: String]
  let seed: UInt64
  var random: FuzzRandom
  var memory: FuzzMemory
  /// The unshared data of each person, as it was read last; without that of people who have sent something since.
  private var views: [String: [String: JSON]] = [:]
  private(set) var figures = Figures()

  struct Figures {
    var requests = 0
    var answeredWith200 = 0
    var savedRecords = 0
    var orderedFaults = 0
  }

  /// The number of requests that one person sends before the next one does.
  private static let turn = 25

  /// Sends `count` requests to a cloud of its own.
  static func run(seed: UInt64, count: Int) async throws -> Figures {
    let (answers, isDone) = AsyncStream<Figures>.makeStream()
    try await WireKind.inProcess.run { cloud in
      var run = try await FuzzRun(cloud, seed: seed)
      while run.figures.requests < count { try await run.takeTurn() }
      try await run.readEverything()
      isDone.yield(run.figures)
    }
    isDone.finish()
    for await figures in answers { return figures }
    return Figures()
  }

  private init(_ cloud: WireCloud, seed: UInt64) async throws {
    self.cloud = cloud
    self.seed = seed
    random = FuzzRandom(seed: seed)
    var people: [WireCloud.Person] = []
    for name in ["alice", "bob", "mallory"] {
      let person = try await cloud.signUp(name)
      #expect(try await cloud.ask("GET", "private/zones/list", as: person).status == 200)
      people.append(person)
    }
    self.people = people
    administrator = try cloud.administrator.reduce(into: [:]) { $0[$1.name] = $1.value }
    memory = FuzzMemory(people)
    for person in people {
      for zone in ["Z", "P"] { try await cloud.makeZone(zone, of: person) }
    }
    let share = try await cloud.modify(
      "create",
      [
        "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share",
        "publicPermission": "NONE",
        "participants": [
          ["permission": "READ_WRITE", "userIdentity": ["lookupInfo": ["emailAddress": "bob"]]]
        ],
      ], as: people[0])
    memory.learn(share)
    _ = try await cloud.post(
      "public/records/accept", as: people[1], ["shortGUIDs": [["value": share["shortGUID"]]]])
  }

  private mutating func takeTurn() async throws {
    let person = random.pick(people)
    let others = people.filter { $0.name != person.name }
    for other in others where views[other.name] == nil {
      views[other.name] = try await unshared(of: other)
    }
    for _ in 0..<Self.turn { try await sendOne(as: person) }
    views[person.name] = nil
    for other in others {
      let after = try await unshared(of: other)
      let before = views.updateValue(after, forKey: other.name) ?? [:]
      for (what, content) in before {
        try #require(
          after[what] == content,
          "seed \(seed): \(person.name) changed \(what) of \(other.name)")
      }
    }
  }

  private mutating func sendOne(as person: WireCloud.Person) async throws {
    figures.requests += 1
    if random.chance(4), let address = memory.uploads.last {
      return try await upload(to: address)
    }
    let requests = FuzzCorpus.requests
    let request = random.pick(
      random.chance(30) ? requests.filter { $0.path.hasSuffix("records/modify") } : requests)
    var body = JSON(text: request.body)
    if random.chance(60) { body = body?.withMoreFields(&random) }
    // What is left as it is, and not atomic, is what is saved.
    let mutations = random.chance(50) ? 0 : Int.random(in: 1...3, using: &random)
    for _ in 0..<mutations { body = body?.mutated(&random) }
    if random.chance(70) { body?["atomic"] = false }
    body = body.map { memory.fill($0, as: person, &random) }
    let path = request.path.hasPrefix("/") ? request.path : "\(WireCloud.place)/\(request.path)"
    let isFaulty = random.chance(2)
    if isFaulty { try await orderFault() }
    let label = "seed \(seed), request \(figures.requests): \(path) \(body?.text ?? "")"
    var headers: [String: String] = [:]
    if random.chance(40) { headers[ExtensionHeader.name] = "1" }
    do {
      let answer = try await cloud.send(
        request.method, "\(path)?\(person.query)", headers: headers,
        body: Array((body?.text ?? "").utf8))
      try #require(isFaulty || answer.status < 500, "\(answer.text)\n\(label)")
      if isFaulty { try await clearFaults() }
      try await judge(answer, of: request.path, body, as: person, label)
    } catch is RequestTrouble where isFaulty {
      try await clearFaults()
    }
  }

  private mutating func judge(
    _ answer: WireAnswer, of path: String, _ body: JSON?, as person: WireCloud.Person,
    _ label: String
  ) async throws {
    guard answer.status == 200 else {
      #expect(answer.json["serverErrorCode"].string?.isEmpty == false, "\(answer.text)\n\(label)")
      return
    }
    figures.answeredWith200 += 1
    let json = answer.json
    memory.learn(json)
    guard path.hasSuffix("records/modify"), body?["numbersAsStrings"] != true else { return }
    for saved in json["records"].elements where saved["fields"] != nil {
      figures.savedRecords += 1
      let database = String(path.split(separator: "/")[0])
      let found = try await cloud.post(
        "\(database)/records/lookup", as: person,
        ["records": [["recordName": saved["recordName"], "zoneID": saved["zoneID"]]]])["records"][0]
      try #require(found["serverErrorCode"] != "INTERNAL_ERROR", "\(found)\n\(label)")
      guard found["serverErrorCode"] == nil else { continue }
      for key in saved["fields"].keys {
        try #require(
          found["fields"][key].withoutPlaces == saved["fields"][key].withoutPlaces,
          "\(key) of \(found)\n\(label)")
      }
    }
  }

  private mutating func upload(to address: String) async throws {
    let target = address.trimmingPrefix(/https?:\/\/[^\/]+/)
    let bytes = (0..<Int.random(in: 0...300, using: &random)).map { UInt8(truncatingIfNeeded: $0) }
    let answer = try await cloud.send("POST", String(target), body: bytes)
    try #require(answer.status < 500, "seed \(seed): \(answer.text)")
    memory.learn(answer.json)
  }

  private mutating func orderFault() async throws {
    figures.orderedFaults += 1
    let effect = random.pick([
      #""effect":"fail","code":"INTERNAL_ERROR""#, #""effect":"fail","code":"TRY_AGAIN_LATER""#,
      #""effect":"failRecords","code":"ZONE_BUSY""#, #""effect":"dropAfter""#,
      #""effect":"dropBefore""#, #""effect":"expireTokens""#,
    ])
    let answer = try await cloud.send(
      "POST", "/extension/1/faults", headers: administrator, body: Array("{\(effect)}".utf8))
    #expect(answer.status == 200, "\(answer.text)")
  }

  private func clearFaults() async throws {
    let answer = try await cloud.send("DELETE", "/extension/1/faults", headers: administrator)
    #expect(answer.status == 200, "\(answer.text)")
  }
}

extension JSON {
  /// This value without what may be spelled in several ways: addresses of assets, which are made anew for
  /// every answer, and zones, whose owner has several names in the public database.
  var withoutPlaces: JSON {
    switch self {
    case .object(let members):
      .object(
        members.filter { !["downloadURL", "zoneID"].contains($0.key) }.mapValues(\.withoutPlaces))
    case .array(let elements): .array(elements.map(\.withoutPlaces))
    case .null, .bool, .int, .double, .string: self
    }
  }
}
