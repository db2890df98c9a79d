import CloudModel
import Foundation

extension FieldValue {
  // In the following functions, a failed decoding attempt means that the value is not of that kind.

  /// Reads a value of a given type, or of the type that it shows; nil if it does not fit.
  ///
  /// A list without a type may have mixed elements here; its field checks them later.
  init?(_ type: WireType, from decoder: any Decoder) {
    let value =
      switch type.isList {
      case true: Self.list(of: type.kind, from: decoder)
      case false: Self.scalar(type.kind, from: decoder)
      case nil: Self.scalar(nil, from: decoder) ?? Self.list(of: nil, from: decoder)
      }
    guard let value else { return nil }
    self = value
  }

  private static func list(of kind: WireType.Kind?, from decoder: any Decoder) -> FieldValue? {
    guard var container = try? decoder.unkeyedContainer() else { return nil }
    var elements: [FieldValue] = []
    while !container.isAtEnd {
      guard let decoder = try? container.superDecoder(), let element = scalar(kind, from: decoder)
      else { return nil }
      elements.append(element)
    }
    return .list(elements)
  }

  private static func scalar(_ kind: WireType.Kind?, from decoder: any Decoder) -> FieldValue? {
    guard let kind else { return inferred(from: decoder) }
    switch kind {
    case .location: return (try? Location(from: decoder)).map { .location($0) }
    case .reference: return (try? Reference(lenientlyFrom: decoder)).map { .reference($0) }
    case .asset: return (try? Asset(from: decoder)).map { .asset($0) }
    case .string, .int64, .double, .timestamp, .bytes: break
    }
    guard let container = try? decoder.singleValueContainer() else { return nil }
    switch kind {
    case .string: return (try? container.decode(String.self)).map { .string($0) }
    case .int64:
      if let integer = try? container.decode(Int64.self) { return .int64(integer) }
      return (try? container.decode(Bool.self)).map { .int64($0 ? 1 : 0) }
    case .double: return (try? container.decode(Double.self)).map { .double($0) }
    case .timestamp:
      guard let milliseconds = try? container.decode(Int64.self),
        timestampRange.contains(milliseconds)
      else { return nil }
      return .date(Date(millisecondsSince1970: milliseconds))
    case .bytes:
      return (try? container.decode(String.self)).flatMap { Data(base64Encoded: $0) }
        .map { .bytes($0) }
    case .location, .reference, .asset: return nil
    }
  }

  private static func inferred(from decoder: any Decoder) -> FieldValue? {
    if let container = try? decoder.singleValueContainer() {
      if let string = try? container.decode(String.self) { return .string(string) }
      if let integer = try? container.decode(Int64.self) { return .int64(integer) }
      if let double = try? container.decode(Double.self) { return .double(double) }
      if let flag = try? container.decode(Bool.self) { return .int64(flag ? 1 : 0) }
    }
    if let reference = try? Reference(lenientlyFrom: decoder) { return .reference(reference) }
    if let asset = try? Asset(from: decoder) { return .asset(asset) }
    return (try? Location(from: decoder)).map { .location($0) }
  }
}
