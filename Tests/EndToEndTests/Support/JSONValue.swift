import Foundation

/// Any JSON, to be compared with what a page promises.
enum JSONValue: Decodable, Sendable {
  case object([String: JSONValue])
  case array([JSONValue])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        try Dictionary(
          uniqueKeysWithValues: object.allKeys.map {
            ($0.stringValue, try object.decode(JSONValue.self, forKey: $0))
          }))
      return
    }
    if var array = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
      self = .array(elements)
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = .string(try value.decode(String.self))
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension JSONValue {
  /// The places where `actual` differs from what this example promises, each with what is there.
  ///
  /// An example is shortened: more keys and elements may be there, a text may end in `…`, and numbers are of their own
  /// time. The list is empty where nothing differs.
  func differences(from actual: JSONValue, at place: String = "$") -> [String] {
    switch (self, actual) {
    case (.object(let promised), .object(let given)):
      return promised.sorted { $0.key < $1.key }.flatMap { key, value in
        given[key].map { value.differences(from: $0, at: "\(place).\(key)") }
          ?? ["\(place).\(key) is missing"]
      }
    case (.array(let promised), .array(let given)):
      guard promised.count <= given.count else {
        return ["\(place) has \(given.count) elements, not \(promised.count)"]
      }
      return zip(promised, given).enumerated().flatMap { index, pair in
        pair.0.differences(from: pair.1, at: "\(place)[\(index)]")
      }
    case (.string(let promised), .string(let given)):
      // What is shortened is an identifier, new in each run.
      return promised == given || promised.hasSuffix("…")
        ? [] : ["\(place) is \(given), not \(promised)"]
    case (.number, .number), (.null, .null): return []
    case (.bool(let promised), .bool(let given)):
      return promised == given ? [] : ["\(place) is \(given)"]
    default: return ["\(place) is \(actual)"]
    }
  }
}
