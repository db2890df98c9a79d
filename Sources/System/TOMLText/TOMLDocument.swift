import TOMLKit

/// A TOML text as values that know where they stand.
package struct TOMLDocument {
  /// A value, and where it begins.
  package struct Node {
    package var place: TOMLProblem.Place
    package var value: Value
  }

  /// A key with its value, and where the key begins.
  package struct Entry {
    package var name: String
    package var place: TOMLProblem.Place
    package var node: Node
  }

  /// The value at a place.
  package indirect enum Value {
    case text(String)
    case whole(Int)
    case real(Double)
    case flag(Bool)
    case list([Node])
    /// In the order of the text.
    case table([Entry])
    /// Any other kind, with its name: "date".
    case other(String)
  }

  /// In the order of the text.
  package let entries: [Entry]

  /// Reads a text.
  ///
  /// - Throws: the place where the text stops being TOML.
  package init(_ text: String) throws(TOMLProblem) {
    if let problem = Self.forbidden(in: text) { throw problem }
    let places = TOMLPlaces(text)
    if let fault = places.fault { throw places.unclosed(before: fault.place) ?? fault }
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      let begin = error.source.begin
      let place = TOMLProblem.Place(line: begin.line, column: begin.column)
      throw places.unclosed(before: place)
        ?? TOMLProblem(place, "This is not TOML: \(Self.reason(of: error)).")
    } catch {
      throw TOMLProblem(TOMLProblem.Place(line: 1, column: 1), "This is not TOML.")
    }
    // The values point into the table.
    entries = withExtendedLifetime(table) { Self.entries(of: table, at: [], places) }
  }

  /// The parser would stop at a zero without a word.
  private static func forbidden(in text: String) -> TOMLProblem? {
    guard text.unicodeScalars.contains("\u{0}") else { return nil }
    var scanner = TOMLScanner(text)
    while let next = scanner.peek, next != "\u{0}" { scanner.advance() }
    return TOMLProblem(scanner.place, "A zero byte cannot stand in TOML.")
  }

  /// The parser's words without its own beginning and full stop.
  private static func reason(of error: TOMLParseError) -> String {
    var text = Substring(error.description)
    if text.hasPrefix("Error while parsing ") { text = "error in " + text.dropFirst(20) }
    while text.last == "." { text.removeLast() }
    return String(text)
  }

  private static func entries(
    of table: TOMLTable, at path: [TOMLPlaces.Step], _ places: TOMLPlaces
  ) -> [Entry] {
    table.keys.compactMap { name in
      let path = path + [.key(name)]
      guard let value = table[name] else { return nil }
      let place = places.keys[path] ?? TOMLProblem.Place(line: 1, column: 1)
      return Entry(name: name, place: place, node: node(value, at: path, default: place, places))
    }.sorted { $0.place < $1.place }
  }

  private static func node(
    _ value: any TOMLValueConvertible, at path: [TOMLPlaces.Step],
    default place: TOMLProblem.Place, _ places: TOMLPlaces
  ) -> Node {
    let place = places.values[path] ?? place
    if let text = value.string { return Node(place: place, value: .text(text)) }
    if let flag = value.bool { return Node(place: place, value: .flag(flag)) }
    if let number = value.int { return Node(place: place, value: .whole(number)) }
    if let number = value.double { return Node(place: place, value: .real(number)) }
    if let table = value.table {
      return Node(place: place, value: .table(entries(of: table, at: path, places)))
    }
    if let list = value.array {
      let nodes = (0..<list.count).map { number in
        node(list[number], at: path + [.element(number)], default: place, places)
      }
      return Node(place: place, value: .list(nodes))
    }
    return Node(place: place, value: .other(value.type.description))
  }
}

extension TOMLDocument.Value {
  /// The value in words, for sentences about mistakes.
  package var words: String {
    switch self {
    case .text(let text): "\"" + text.prefix(40) + (text.count > 40 ? "…\"" : "\"")
    case .whole(let number): "\(number)"
    case .real(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .list: "a list"
    case .table: "a table"
    case .other(let name): "a \(name)"
    }
  }
}
