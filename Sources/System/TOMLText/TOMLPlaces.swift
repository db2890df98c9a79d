/// The places of the keys and values of a TOML text, which the parser does not report.
///
/// It reads a text that the parser has accepted; of any other text it finds a part.
struct TOMLPlaces {
  typealias Place = TOMLProblem.Place

  /// A key, or the number of an element of a list.
  enum Step: Hashable, Sendable {
    case key(String)
    case element(Int)
  }

  /// Tables and lists within each other; the parser ends the process at many more.
  ///
  /// Our choice: far more than anybody writes by hand, and what the parser allows.
  static let mostLevels = 256

  private(set) var keys: [[Step]: Place] = [:]
  private(set) var values: [[Step]: Place] = [:]
  /// The first mistake at which the parser would not only refuse the text, but end the process.
  private(set) var fault: TOMLProblem?
  private var scanner: TOMLScanner
  private var tableCounts: [[Step]: Int] = [:]

  init(_ text: String) {
    scanner = TOMLScanner(text)
    var table: [Step] = []
    while true {
      scanner.skipBlank(lines: true)
      guard let next = scanner.peek else { return }
      let start = scanner.index
      if next == "[" {
        table = header()
      } else {
        pair(in: table, endedBy: [])
      }
      // Text that is not TOML must not make the loop endless.
      if scanner.index == start { scanner.advance() }
    }
  }

  /// The mistake of a string without an end, if one begins before the place of another mistake.
  ///
  /// The other one follows from it then: the text makes no sense from there on.
  func unclosed(before place: Place) -> TOMLProblem? {
    guard let start = scanner.unclosed, start <= place else { return nil }
    return TOMLProblem(start, "The string that begins here is not closed.")
  }

  private mutating func report(_ words: String) {
    if fault == nil { fault = TOMLProblem(scanner.place, "This is not TOML: \(words).") }
  }

  /// Reports a place that is within too many others, and then reads nothing more.
  private mutating func isTooDeep(_ path: [Step]) -> Bool {
    guard path.count > Self.mostLevels else { return false }
    report("it has more than \(Self.mostLevels) levels")
    scanner.skipAll()
    return true
  }

  /// Reads `[a.b]` or `[[a.b]]`.
  private mutating func header() -> [Step] {
    scanner.advance()
    let isList = scanner.peek == "["
    if isList { scanner.advance() }
    scanner.skipBlank(lines: false)
    if let next = scanner.peek, next != "]", !next.beginsKey {
      report("a table needs a name, as in [screen]")
    }
    var path = key(in: [], followsLists: true)
    scanner.skipBlank(lines: false)
    if scanner.peek == "]" { scanner.advance() }
    if isList, scanner.peek == "]" { scanner.advance() }
    if isList {
      let number = tableCounts[path, default: 0]
      tableCounts[path] = number + 1
      path.append(.element(number))
    }
    return path
  }

  /// Reads `a.b = value`.
  private mutating func pair(in table: [Step], endedBy ends: Set<Unicode.Scalar>) {
    let path = key(in: table)
    scanner.skipBlank(lines: false)
    guard scanner.peek == "=" else { return }
    scanner.advance()
    scanner.skipBlank(lines: false)
    value(at: path, endedBy: ends)
  }

  /// A dotted key; notes the place of each of its parts where none is known yet.
  ///
  /// With `followsLists`, a part before the last that names a list of tables means its last table.
  private mutating func key(in table: [Step], followsLists: Bool = false) -> [Step] {
    var path = table
    while true {
      scanner.skipBlank(lines: false)
      let place = scanner.place
      guard let part = scanner.keyPart() else { return path }
      path.append(.key(part))
      guard !isTooDeep(path) else { return path }
      if keys[path] == nil { keys[path] = place }
      scanner.skipBlank(lines: false)
      guard scanner.peek == "." else { return path }
      scanner.advance()
      if followsLists, let count = tableCounts[path] { path.append(.element(count - 1)) }
    }
  }

  private mutating func value(at path: [Step], endedBy ends: Set<Unicode.Scalar>) {
    guard !isTooDeep(path) else { return }
    values[path] = scanner.place
    if scanner.peek?.endsValue != false { report("a value is missing") }
    switch scanner.peek {
    case "\"", "'": _ = scanner.string()
    case "[": list(at: path)
    case "{": inlineTable(at: path)
    default: scanner.skipWord(endedBy: ends)
    }
  }

  private mutating func list(at path: [Step]) {
    scanner.advance()
    var number = 0
    while true {
      scanner.skipBlank(lines: true)
      guard let next = scanner.peek, next != "]" else { return scanner.advance() }
      let start = scanner.index
      value(at: path + [.element(number)], endedBy: [",", "]"])
      number += 1
      scanner.skipBlank(lines: true)
      if scanner.peek == "," { scanner.advance() }
      guard scanner.index > start else { return }
    }
  }

  private mutating func inlineTable(at path: [Step]) {
    scanner.advance()
    while true {
      scanner.skipBlank(lines: true)
      guard let next = scanner.peek, next != "}" else { return scanner.advance() }
      let start = scanner.index
      pair(in: path, endedBy: [",", "}"])
      scanner.skipBlank(lines: true)
      if scanner.peek == "," { scanner.advance() }
      guard scanner.index > start else { return }
    }
  }
}
