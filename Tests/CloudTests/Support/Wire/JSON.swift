import Foundation

/// A JSON value, for comparing whole answers.
enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// Nil where the text is no JSON.
  init?(text: String) { self.init(bytes: Array(text.utf8)) }

  /// Nil where the bytes are no JSON.
  ///
  /// Not by `Decodable`, which knows of no value what it is but by failing to read it as something else: each
  /// failure is an error, for which the test library keeps a backtrace.
  init?(bytes: [UInt8]) {
    let value = try? JSONSerialization.jsonObject(
      with: Data(bytes), options: .fragmentsAllowed)
    guard let value else { return nil }
    self.init(value)
  }

  private init(_ value: Any) {
    switch value {
    case let value as String: self = .string(value)
    case let value as [Any]: self = .array(value.map { JSON($0) })
    case let value as [String: Any]: self = .object(value.mapValues { JSON($0) })
    case let value as NSNumber:
      // Foundation says by the Objective-C type what a number was: a character is a truth value.
      switch value.objCType.pointee {
      case CChar(UInt8(ascii: "c")): self = .bool(value.boolValue)
      case CChar(UInt8(ascii: "q")): self = .int(value.int64Value)
      default:
        self = Int64(exactly: value.doubleValue).map { .int($0) } ?? .double(value.doubleValue)
      }
    default: self = .null
    }
  }

  subscript(_ key: String) -> JSON {
    get {
      guard case .object(let members) = self else { return .null }
      return members[key] ?? .null
    }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  subscript(_ index: Int) -> JSON {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return .null }
    return elements[index]
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var int: Int64? { if case .int(let value) = self { value } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  var elements: [JSON] { if case .array(let value) = self { value } else { [] } }
  var keys: Set<String> { if case .object(let value) = self { Set(value.keys) } else { [] } }

  /// Only these members, with what is nested cut to them too.
  func only(_ keys: String...) -> JSON { only(Set(keys)) }

  private func only(_ keys: Set<String>) -> JSON {
    switch self {
    case .object(let members): .object(members.filter { keys.contains($0.key) })
    case .array(let elements): .array(elements.map { $0.only(keys) })
    default: self
    }
  }

  /// Compact, with members in the order of their names.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "?"
  }
}

extension JSON: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int64) { self = .int(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(floatLiteral value: Double) { self = .double(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(nilLiteral: ()) { self = .null }
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension JSON: CustomStringConvertible {
  var description: String { text }
}
