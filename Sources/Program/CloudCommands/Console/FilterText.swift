package import CloudModel
package import CommandSupport
import Foundation

/// Reads a filter as people write it: a field, a comparator and a value.
///
/// ```
/// cheers > 3
/// author = "ann"
/// tags contains-any ("red", "blue")
/// place near 48.1,11.5 within 500
/// ```
///
/// A comparator is a sign, or a name of CloudKit Web Services in any case, with `-`, `_` or a blank between
/// its words: `not in` is `NOT_IN`. `null` without quotes is no value.
package struct FilterText {
  private static let signs: [String: Query.Comparator] = [
    "=": .equals, "==": .equals, "!=": .notEquals, "<": .lessThan, "<=": .lessThanOrEquals,
    ">": .greaterThan, ">=": .greaterThanOrEquals,
  ]

  private let text: String
  private var rest: Substring

  private init(_ text: String) {
    self.text = text
    rest = text[...]
  }

  /// Throws a sentence with the filter, the mistake in it and what was expected.
  package static func filter(
    _ text: String, of type: RecordTypeDefinition
  ) throws(Failure) -> Query.Filter {
    var reader = FilterText(text)
    return try reader.read(type)
  }

  private mutating func read(_ type: RecordTypeDefinition) throws(Failure) -> Query.Filter {
    let name = word { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !name.isEmpty else { throw wrong("a field's name is expected at its beginning") }
    let field = try type.field(name)
    let comparator = try comparator()
    var filter = Query.Filter(.field(field.name), comparator, nil)
    if comparator == .near {
      filter.value = .location(try location())
      filter.distance = try distance()
    } else if comparator.takesList {
      filter.value = .list(try list(of: field.type.primitive))
    } else {
      filter.value = try value(of: comparator.isAboutWords ? .string : field.type.primitive)
    }
    skipBlanks()
    guard rest.isEmpty else {
      throw wrong("‘\(rest)’ is left over; a text with blanks or commas stands in quotes")
    }
    return filter
  }

  // MARK: Comparators

  private mutating func comparator() throws(Failure) -> Query.Comparator {
    let sign = word { "=<>!".contains($0) }
    if !sign.isEmpty {
      guard let comparator = Self.signs[sign] else { throw unknownComparator(sign) }
      return comparator
    }
    var name = comparatorWord()
    if name == "NOT" {
      let word = comparatorWord()
      if !word.isEmpty { name += "_" + word }
    }
    guard let comparator = Query.Comparator(anyWord: name) else {
      throw unknownComparator(name.lowercased().replacing("_", with: " "))
    }
    return comparator
  }

  private mutating func comparatorWord() -> String {
    word { $0.isLetter || $0 == "_" || $0 == "-" }.uppercased().replacing("-", with: "_")
  }

  private func unknownComparator(_ name: String) -> Failure {
    let names = Query.Comparator.allCases.filter { !Self.signs.values.contains($0) }
      .map { $0.rawValue.lowercased().replacing("_", with: "-") }
    return wrong(
      (name.isEmpty ? "a comparator is missing" : "‘\(name)’ is no comparator")
        + "; there are = != < <= > >= \(names.joined(separator: " "))")
  }

  // MARK: Values

  private mutating func value(of type: FieldType.Primitive) throws(Failure) -> FieldValue? {
    skipBlanks()
    let isQuoted = rest.first.map { $0 == "\"" || $0 == "'" } ?? false
    let token = try token()
    if !isQuoted, token == "null" { return nil }
    return try typed(token, as: type)
  }

  private mutating func list(of type: FieldType.Primitive) throws(Failure) -> [FieldValue] {
    let ends: [Character: Character] = ["(": ")", "[": "]"]
    skipBlanks()
    guard let end = rest.first.flatMap({ ends[$0] }) else {
      throw wrong("a list in brackets is expected, like (1, 2)")
    }
    rest.removeFirst()
    var values: [FieldValue] = []
    while !takes(end) {
      if !values.isEmpty, !takes(",") { throw wrong("‘,’ or ‘\(end)’ is missing in the list") }
      values.append(try typed(try token(), as: type))
    }
    guard !values.isEmpty else { throw wrong("the list is empty; it needs at least one value") }
    return values
  }

  private mutating func location() throws(Failure) -> Location {
    skipBlanks()
    let place = rest.first == "\"" ? try token() : word { !$0.isWhitespace }
    guard let location = ValueText.location(place) else {
      throw wrong("a place is expected: LATITUDE,LONGITUDE in degrees")
    }
    return location
  }

  private mutating func distance() throws(Failure) -> Double {
    guard word(where: \.isLetter).lowercased() == "within",
      let metres = ValueText.double(try token()), metres >= 0
    else { throw wrong("‘within’ and a distance in metres are expected after the place") }
    return metres
  }

  private func typed(
    _ token: String, as type: FieldType.Primitive
  ) throws(Failure) -> FieldValue {
    do {
      return try ValueText.value(token, as: type)
    } catch {
      throw Failure("The filter ‘\(text)’ cannot be read: \(error.message)", code: .usage)
    }
  }

  /// A text in quotes, or everything up to a blank, a comma or a bracket.
  private mutating func token() throws(Failure) -> String {
    skipBlanks()
    guard let quote = rest.first, quote == "\"" || quote == "'" else {
      let token = word { !$0.isWhitespace && !"\"',()[]".contains($0) }
      guard !token.isEmpty else { throw wrong("a value is missing") }
      return token
    }
    rest.removeFirst()
    var token = ""
    while let character = rest.popFirst() {
      if character == quote { return token }
      guard character == "\\" else {
        token.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": token.append("\n")
      case "t": token.append("\t")
      case let same? where same == "\\" || same == "\"" || same == "'": token.append(same)
      default: throw wrong("after ‘\\’ one of \\ \" ' n t is expected")
      }
    }
    throw wrong("the closing \(quote) is missing")
  }

  // MARK: Characters

  private mutating func word(where fits: (Character) -> Bool) -> String {
    skipBlanks()
    let word = rest.prefix(while: fits)
    rest = rest[word.endIndex...]
    return String(word)
  }

  private mutating func takes(_ character: Character) -> Bool {
    skipBlanks()
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipBlanks() { rest = rest.drop(while: \.isWhitespace) }

  private func wrong(_ problem: String) -> Failure {
    Failure("The filter ‘\(text)’ cannot be read: \(problem).", code: .usage)
  }
}

extension Query.Comparator {
  fileprivate var takesList: Bool {
    switch positive {
    case .in, .listContainsAny, .listContainsAll: true
    default: false
    }
  }

  fileprivate var isAboutWords: Bool { self == .containsAllTokens || self == .containsAnyTokens }
}
