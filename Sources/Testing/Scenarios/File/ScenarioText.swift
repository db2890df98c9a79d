import Foundation
import Yams

/// A YAML text as values that know where they stand.
enum ScenarioText {
  /// Our choice: more than anybody writes; a larger file is a mistake.
  static let limitBytes = 1 << 20

  /// Reads a text with one mapping.
  static func read(_ text: String) throws(ScenarioProblem) -> Fields {
    let start = ScenarioProblem.Place(line: 1, column: 1)
    guard text.utf8.count <= limitBytes else {
      throw ScenarioProblem(start, "The file is larger than \(limitBytes) bytes.")
    }
    if let problem = tooDeep(text) ?? anchor(in: text) { throw problem }
    let root: Node?
    do {
      root = try Parser(yaml: text, resolver: .basic).singleRoot()
    } catch let error as YamlError {
      throw problem(error, start)
    } catch {
      throw ScenarioProblem(start, "This is not YAML.")
    }
    guard let root else {
      throw ScenarioProblem(
        start, "The file is empty. It needs ‘scenario’, ‘people’ and ‘steps’.")
    }
    return try Value(root, start).fields("A scenario")
  }

  /// Anchors are refused, because a few of them can stand for a text without end.
  private static func anchor(in text: String) -> ScenarioProblem? {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      // What stands in quotes keeps its length and loses its meaning.
      let plain = line.replacing(/"(?:[^"\\]|\\.)*"|'[^']*'/) {
        String(repeating: "q", count: $0.output.count)
      }
      guard let match = plain.firstMatch(of: /(?:[:\-]\s+|[\[,{]\s*|^\s*)([&*][^\s,\]}]+)/)
      else { continue }
      let column = plain.distance(from: plain.startIndex, to: match.output.1.startIndex) + 1
      return ScenarioProblem(
        .init(line: index + 1, column: column),
        "A scenario cannot have anchors and aliases. Put a text that begins with & or * into quotes."
      )
    }
    return nil
  }

  /// Our choice: nothing in a scenario is nested deeper; the parser would go on until its stack ends.
  private static let limitDepth = 40

  private static func tooDeep(_ text: String) -> ScenarioProblem? {
    var depth = 0
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let lead = line.prefix { " -?:".contains($0) }
      depth += line.count { "[{".contains($0) } - line.count { "]}".contains($0) }
      guard
        depth > limitDepth || lead.count > 8 * limitDepth
          || lead.count(where: { $0 != " " }) > limitDepth
          || line.count(where: { "[{".contains($0) }) > 4 * limitDepth
      else { continue }
      return ScenarioProblem(
        .init(line: index + 1, column: 1), "This is nested too deep for a scenario.")
    }
    return nil
  }

  private static func problem(_ error: YamlError, _ start: ScenarioProblem.Place) -> ScenarioProblem
  {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return ScenarioProblem(
        .init(line: mark.line, column: mark.column), "This is not YAML: \(problem).")
    case .duplicatedKeysInMapping(let keys, let context):
      return ScenarioProblem(
        .init(line: context.mark.line, column: context.mark.column),
        "There are two of ‘\(keys.joined(separator: "’ and ‘"))’ in one mapping.")
    case .reader(let problem, _, _, _):
      return ScenarioProblem(start, "This is not YAML: \(problem).")
    case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
      return ScenarioProblem(start, "This is not YAML.")
    }
  }
}

/// One value of a file.
struct Value {
  let place: ScenarioProblem.Place
  private let node: Node

  init(_ node: Node, _ fallback: ScenarioProblem.Place) {
    self.node = node
    place = node.mark.map { .init(line: $0.line, column: $0.column) } ?? fallback
  }

  func wrong(_ text: String) -> ScenarioProblem { ScenarioProblem(place, text) }

  /// Whether the file has no value there.
  var isEmpty: Bool { node.scalar.map { $0.string.isEmpty && $0.style != .doubleQuoted } ?? false }

  var isText: Bool { node.scalar != nil }

  func text(_ what: String) throws(ScenarioProblem) -> String {
    guard let scalar = node.scalar, !isEmpty else { throw wrong("\(what) is a text.") }
    return scalar.string
  }

  func list(_ what: String) throws(ScenarioProblem) -> [Value] {
    guard let sequence = node.sequence else { throw wrong("\(what) is a list.") }
    return sequence.map { Value($0, place) }
  }

  func fields(_ what: String) throws(ScenarioProblem) -> Fields {
    guard let mapping = node.mapping else {
      throw wrong("\(what): keys with values, one on each line.")
    }
    var entries: [Fields.Entry] = []
    for (key, value) in mapping {
      let name = Value(key, place)
      entries.append(
        .init(
          name: try name.text("A key"), place: name.place, value: Value(value, name.place)))
    }
    return Fields(place: place, entries: entries)
  }

  /// One text or a list of texts.
  func texts(_ what: String) throws(ScenarioProblem) -> [String] {
    if isText { return [try text(what)] }
    var texts: [String] = []
    for value in try list(what) { texts.append(try value.text("Each of \(what)")) }
    return texts
  }

  func whole(_ what: String) throws(ScenarioProblem) -> Int {
    guard let number = Int(try text(what)), number >= 0 else {
      throw wrong("\(what) is a whole number.")
    }
    return number
  }

  func number(_ what: String) throws(ScenarioProblem) -> Double {
    guard let number = Double(try text(what)), number.isFinite else {
      throw wrong("\(what) is a number.")
    }
    return number
  }

  func flag(_ what: String) throws(ScenarioProblem) -> Bool {
    switch try text(what) {
    case "yes", "true": return true
    case "no", "false": return false
    default: throw wrong("\(what) is ‘yes’ or ‘no’.")
    }
  }

  /// One of a few words.
  func word<Word: RawRepresentable & CaseIterable>(
    _ what: String, _ type: Word.Type = Word.self
  ) throws(ScenarioProblem) -> Word where Word.RawValue == String {
    let text = try text(what)
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw wrong("\(what) is one of \(words), not ‘\(text)’.")
    }
    return word
  }

  /// A time such as `90 s`, `1.5 hours` or `200 ms`, which is not negative; a number alone is seconds.
  func duration(_ what: String) throws(ScenarioProblem) -> Duration {
    let duration = try offset(what)
    guard duration >= .zero else {
      throw wrong("\(what) is a time that is not negative, not ‘\(try text(what))’.")
    }
    return duration
  }

  /// The same, which may be negative.
  func offset(_ what: String) throws(ScenarioProblem) -> Duration {
    let text = try text(what)
    guard let duration = Duration(scenarioText: text) else {
      throw wrong(
        "\(what) is a time such as ‘500 ms’, ‘90 s’, ‘5 minutes’ or ‘2 hours’, not ‘\(text)’.")
    }
    return duration
  }
}

extension Duration {
  private static let units: [(names: [String], milliseconds: Double)] = [
    (["ms", "millisecond", "milliseconds"], 1),
    (["", "s", "second", "seconds"], 1000), (["m", "min", "minute", "minutes"], 60_000),
    (["h", "hour", "hours"], 3_600_000), (["d", "day", "days"], 86_400_000),
  ]

  /// The times that a scenario can write, as a JSON Schema says it.
  static func scenarioPattern(mayBeNegative: Bool) -> String {
    let names = units.flatMap(\.names).filter { !$0.isEmpty }.joined(separator: "|")
    return "^\(mayBeNegative ? "-?" : "")[0-9]+(\\.[0-9]+)? ?(\(names))?$"
  }

  /// A time as a scenario writes it; nil for anything else, and beyond ten years.
  init?(scenarioText text: String) {
    guard let match = text.wholeMatch(of: /(-?[0-9]+(?:\.[0-9]+)?) ?([a-z]*)/),
      let number = Double(match.output.1),
      let unit = Self.units.first(where: { $0.names.contains(String(match.output.2)) }),
      abs(number * unit.milliseconds) <= 315_576_000_000
    else { return nil }
    self = .milliseconds(Int64((number * unit.milliseconds).rounded()))
  }

  /// The same as a scenario writes it.
  package var scenarioText: String {
    let milliseconds =
      components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    for unit in Self.units.reversed() where milliseconds != 0 {
      let size = Int64(unit.milliseconds)
      guard milliseconds.isMultiple(of: size) else { continue }
      let name = unit.names.count > 3 ? unit.names[milliseconds == size ? 2 : 3] : unit.names[0]
      return "\(milliseconds / size) " + (size == 1000 ? "s" : name)
    }
    return "0 s"
  }
}

/// The keys of one mapping of a file.
struct Fields {
  struct Entry {
    var name: String
    var place: ScenarioProblem.Place
    var value: Value
  }

  let place: ScenarioProblem.Place
  let entries: [Entry]

  subscript(_ name: String) -> Value? { entries.first { $0.name == name }?.value }

  /// Throws where the key is missing.
  func require(_ name: String, of what: String) throws(ScenarioProblem) -> Value {
    guard let value = self[name] else {
      throw ScenarioProblem(place, "\(what) needs ‘\(name)’.")
    }
    return value
  }

  /// Throws for the first key that is none of `names`.
  func allow(_ names: [String], in what: String) throws(ScenarioProblem) {
    for entry in entries where !names.contains(entry.name) {
      let near = names.filter { $0.first == entry.name.first }
      let hint = near.isEmpty ? "" : " Did you mean ‘\(near.joined(separator: "’ or ‘"))’?"
      throw ScenarioProblem(
        entry.place,
        "\(what) has no ‘\(entry.name)’.\(hint) It can have: \(names.joined(separator: ", ")).")
    }
  }
}
