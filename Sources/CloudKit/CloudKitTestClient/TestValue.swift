import CloudModel
public import Foundation

/// The value of a record's field, as it is sent.
///
/// Texts, numbers, flags, lists and `nil` are written as such; the functions make the others.
public struct TestValue: Sendable, Equatable, CustomStringConvertible {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  /// A date, to the millisecond.
  public static func date(_ date: Date) -> TestValue {
    TestValue(.integer(date.millisecondsSince1970))
  }

  public static func bytes(_ data: Data) -> TestValue {
    TestValue(.string(data.base64EncodedString()))
  }

  /// A reference to a record with this name, whatever is done when that is deleted.
  public static func reference(to recordName: String) -> TestValue {
    TestValue(.object(["recordName": .string(recordName)]))
  }

  /// A text that is known only at run time.
  public static func text(_ text: String) -> TestValue { TestValue(.string(text)) }

  /// An integer that is known only at run time.
  public static func integer(_ number: some BinaryInteger) -> TestValue {
    TestValue(.integer(Int64(number)))
  }

  /// A number that is known only at run time.
  public static func number(_ number: Double) -> TestValue { TestValue(.number(number)) }

  /// As JSON.
  public var description: String { json.text }

  /// Whether one of them is the other, as the cloud compares them: 1, 1.0 and `true` are equal.
  public static func == (left: TestValue, right: TestValue) -> Bool {
    left.json.matches(right.json) && right.json.matches(left.json)
  }
}

extension TestValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(.string(text)) }
}

extension TestValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int64) { self.init(.integer(number)) }
}

extension TestValue: ExpressibleByFloatLiteral {
  public init(floatLiteral number: Double) { self.init(.number(number)) }
}

extension TestValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral flag: Bool) { self.init(.bool(flag)) }
}

extension TestValue: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self.init(.null) }
}

extension TestValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: TestValue...) { self.init(.array(elements.map(\.json))) }
}
