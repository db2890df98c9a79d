/// The answers of the cloud in a run, to be sent again by anybody: names, tokens, links, assets.
struct FuzzMemory {
  private var known: [String: [JSON]] = [:]

  /// Our choice: enough that old things are still asked for.
  private static let most = 24

  /// By the key of an answer, what it is called in the corpus.
  private static let names = [
    "shortGUID": "$guid", "syncToken": "$token", "continuationMarker": "$marker",
    "recordChangeTag": "$tag", "recordName": "$record", "subscriptionID": "$subscription",
    "userRecordName": "$user", "ownerRecordName": "$user", "zoneName": "$zone",
    "singleFile": "$asset", "url": "$upload", "code": "$code",
  ]

  init(_ people: [WireCloud.Person]) {
    known["$user"] = people.map { .string($0.userRecordName) }
    known["$zone"] = ["Z", "P"]
    known["$record"] = ["r1", "r2"]
  }

  /// The addresses to which bytes can be sent.
  var uploads: [String] { known["$upload"]?.compactMap(\.string) ?? [] }

  mutating func learn(_ json: JSON) {
    switch json {
    case .array(let elements): for element in elements { learn(element) }
    case .object(let members):
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        if let name = Self.names[key], value != nil { add(value, to: name) }
        learn(value)
      }
    case .null, .bool, .int, .double, .string: break
    }
  }

  /// The value with everything in it that stands for something known; most people speak of themselves.
  func fill(_ json: JSON, as person: WireCloud.Person, _ random: inout FuzzRandom) -> JSON {
    json.replacing { text in
      if text == "$user", random.chance(60) { return .string(person.userRecordName) }
      guard text.hasPrefix("$"), let choices = known[text], !choices.isEmpty else { return nil }
      return random.pick(choices)
    }
  }

  private mutating func add(_ value: JSON, to name: String) {
    if case .object = value, name != "$asset" { return }
    guard known[name]?.contains(value) != true else { return }
    known[name, default: []].append(value)
    if known[name, default: []].count > Self.most { known[name]?.remove(at: 2) }
  }
}
