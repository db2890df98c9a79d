extension JSON {
  private static let hostile: [JSON] = [
    nil, true, false, 0, -1, 9_223_372_036_854_775_807, -9_223_372_036_854_775_808, 0.5, 1e308, "",
    " ", "\u{0}", "a\u{0}b", "../../etc", "_defaultZone", "__defaultOwner__", "%00", "'; --",
    "\u{202E}", "cloudkit.zoneshare", "cloudkit.share", "AAAA", [], [:], [[]], [nil],
    ["zoneName": "Z"], ["recordName": "r1"], ["value": ["value": []]],
    .string(String(repeating: "x", count: 300)), .string(String(repeating: "é", count: 3000)),
  ]

  /// This value with one thing in it changed.
  func mutated(_ random: inout FuzzRandom) -> JSON {
    switch self {
    case .object(let members) where !members.isEmpty && random.chance(85):
      var members = members
      let key = random.pick(members.keys.sorted())
      switch Int.random(in: 0..<10, using: &random) {
      case 0: members[key] = nil
      case 1: members[random.pick(["zoneID", "value", "type", "recordName", "x"])] = members[key]
      case 2: members[key] = random.pick(Self.hostile)
      default: members[key] = members[key]?.mutated(&random)
      }
      return .object(members)
    case .array(let elements) where !elements.isEmpty && random.chance(85):
      var elements = elements
      let index = Int.random(in: 0..<elements.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      case 2: elements = Array(repeating: elements[index], count: random.pick([0, 2, 40, 201]))
      default: elements[index] = elements[index].mutated(&random)
      }
      return .array(elements)
    case .int(let number) where random.chance(50):
      return random.pick([.int(number &+ 1), .int(0 &- number), .double(Double(number) / 3), "7"])
    case .string(let text) where random.chance(50):
      return .string(
        random.pick([
          text + "\u{0301}", String(text.reversed()), text.uppercased(), String(text.dropLast()),
          String(repeating: text, count: 40),
        ]))
    default:
      return random.pick([[self], ["value": self]] + Self.hostile)
    }
  }
}
