extension JSON {
  private static let tags: [JSON] = [
    "STRING", "INT64", "NUMBER_INT64", "DOUBLE", "TIMESTAMP", "BYTES", "ENCRYPTED_BYTES",
    "LOCATION",
    "REFERENCE", "ASSETID", "STRING_LIST", "INT64_LIST", "DOUBLE_LIST", "TIMESTAMP_LIST",
    "BYTES_LIST",
    "LOCATION_LIST", "REFERENCE_LIST", "ASSETID_LIST", "LIST", "UNKNOWN_LIST", "UNKNOWN_LIST_LIST",
    "ENCRYPTED_STRING_LIST", "NOTHING", "", 7, nil,
  ]

  /// Any value, of every kind and nested in every way, or one that a field is likely to take.
  static func anyValue(_ random: inout FuzzRandom, depth: Int = 3) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 16 : 11), using: &random) {
    case 0: nil
    case 1: .bool(random.chance(50))
    case 2: .int(Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random))
    case 3:
      .int(random.pick([0, 1, -1, .max, .min, 8_640_000_000_000_000, -8_640_000_000_000_001]))
    case 4: .double(Double(bitPattern: random.next()).finite)
    case 5: .double(random.pick([0.5, -0.0, 1e308, .leastNonzeroMagnitude, 1.5, 2, 1e19]))
    case 6:
      .string(random.pick(["", "a", "é\u{0301}", "\u{0}", "AAEC", "AAE", "\u{FFFF}", "$record"]))
    case 7: ["latitude": .double(random.pick([1, -90, 91, 1e9])), "longitude": 2]
    case 8: ["recordName": .string(random.pick(["r1", "", "é", "$record"])), "action": "NONE"]
    case 9: ["recordName": "r1", "action": random.pick(["VALIDATE", "DELETE_SELF", 7])]
    case 10: "$asset"
    case 11, 12:
      .array(
        Array(
          repeating: anyValue(&random, depth: depth - 1), count: random.pick([0, 1, 2, 3])))
    case 13, 14:
      .array((0..<random.pick([1, 2, 4])).map { _ in anyValue(&random, depth: depth - 1) })
    default:
      .object([random.pick(["value", "latitude", "x"]): anyValue(&random, depth: depth - 1)])
    }
  }

  /// Values that are what their tags say, each for fields of one name.
  private static let fitting: [(name: String, tag: JSON, values: [JSON])] = [
    (
      "s", "STRING",
      ["", "a", "é\u{0301}", "\u{0}\u{1F}\"", .string(String(repeating: "x", count: 2000))]
    ),
    ("i", "INT64", [0, -1, .int(.max), .int(.min), true]),
    ("d", "DOUBLE", [0.5, 2, -0.0, 1e308, .double(.leastNonzeroMagnitude), 1e19]),
    ("t", "TIMESTAMP", [0, -1, 8_640_000_000_000_000, -8_640_000_000_000_000]),
    ("b", "BYTES", ["", "AAEC", "/+8="]),
    (
      "l", "LOCATION",
      [["latitude": -90, "longitude": 180], ["latitude": 0.1, "longitude": -0.0]]
    ),
    ("r", "REFERENCE", [["recordName": "r1", "action": "NONE"], ["recordName": "$record"]]),
  ]

  /// A field of a record: its name, and a value that mostly fits what the name has held before.
  static func namedField(_ random: inout FuzzRandom) -> (name: String, field: JSON) {
    let (name, tag, values) = random.pick(fitting)
    let isList = random.chance(30)
    let place = name + (isList ? "s" : "") + "\(Int.random(in: 0..<3, using: &random))"
    guard random.chance(80) else { return (place, anyField(&random)) }
    let value =
      isList
      ? JSON.array((0..<random.pick([0, 1, 3])).map { _ in random.pick(values) })
      : random.pick(values)
    let type = isList ? JSON.string((tag.string ?? "") + "_LIST") : tag
    return (place, random.chance(70) ? ["value": value, "type": type] : ["value": value])
  }

  /// A field with any value under any tag, or what stands where a field should.
  static func anyField(_ random: inout FuzzRandom) -> JSON {
    if random.chance(3) { return anyValue(&random) }
    var field: JSON = ["value": anyValue(&random)]
    if random.chance(60) { field["type"] = random.pick(tags) }
    if random.chance(8) { field["isEncrypted"] = random.pick([true, false, 7]) }
    return field
  }

  /// This value with some more fields wherever there are some.
  func withMoreFields(_ random: inout FuzzRandom) -> JSON {
    switch self {
    case .array(let elements):
      return .array(elements.map { $0.withMoreFields(&random) })
    case .object(var members):
      for key in members.keys.sorted() { members[key] = members[key]?.withMoreFields(&random) }
      guard case .object(var fields) = members["fields"] else { return .object(members) }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let (name, field) = JSON.namedField(&random)
        fields[name] = field
      }
      members["fields"] = .object(fields)
      return .object(members)
    case .null, .bool, .int, .double, .string:
      return self
    }
  }

  /// This value with each text replaced for which `replacement` has something; asked in one order always, so
  /// that a seed says what comes.
  func replacing(_ replacement: (String) -> JSON?) -> JSON {
    switch self {
    case .string(let text): return replacement(text) ?? self
    case .array(let elements): return .array(elements.map { $0.replacing(replacement) })
    case .object(var members):
      for key in members.keys.sorted() { members[key] = members[key]?.replacing(replacement) }
      return .object(members)
    case .null, .bool, .int, .double: return self
    }
  }
}

extension Double {
  /// The number, or 1 where it is none.
  fileprivate var finite: Double { isFinite ? self : 1 }
}
