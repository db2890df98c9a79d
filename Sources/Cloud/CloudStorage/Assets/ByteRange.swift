/// The bytes of a file that a request wants.
///
/// Source: RFC 9110, section 14. A header with several ranges is ignored, as it allows.
package enum ByteRange: Equatable {
  case whole
  case part(Range<Int64>)
  case unsatisfiable

  package init(header: String?, size: Int64) {
    self = header.flatMap { Self.parse($0, size: size) } ?? .whole
  }

  /// Nil for a header that is not a range, which counts as if it were missing.
  private static func parse(_ header: String, size: Int64) -> Self? {
    let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].trimmed.lowercased() == "bytes", !parts[1].contains(",")
    else { return nil }
    let bounds = parts[1].trimmed.split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard bounds.count == 2 else { return nil }
    switch (bounds[0].isEmpty, bounds[1].isEmpty) {
    case (true, true): return nil
    case (true, false):
      guard let suffix = number(bounds[1]) else { return nil }
      return suffix > 0 && size > 0 ? .part(max(0, size - suffix)..<size) : .unsatisfiable
    case (false, true):
      guard let first = number(bounds[0]) else { return nil }
      return first < size ? .part(first..<size) : .unsatisfiable
    case (false, false):
      guard let first = number(bounds[0]), let last = number(bounds[1]), first <= last else {
        return nil
      }
      return first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
    }
  }

  /// Digits only; a number that is too large for the type counts as the largest.
  private static func number(_ text: Substring) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text) ?? .max
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
