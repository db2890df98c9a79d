package import Foundation

extension FieldValue {
  /// Equality as query conditions define it: numbers by value, references by the record that they
  /// name.
  package func isEqual(to other: FieldValue) -> Bool {
    switch (self, other) {
    case (.reference(let a), .reference(let b)): a.recordName == b.recordName
    case (.reference(let reference), .string(let name)),
      (.string(let name), .reference(let reference)):
      reference.recordName == name
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isEqual(to: $1) }
    default: order(comparedWith: other).map { $0 == .orderedSame } ?? (self == other)
    }
  }

  /// The order of two values of one kind; nil if they cannot be ordered.
  package func order(comparedWith other: FieldValue) -> ComparisonResult? {
    switch (self, other) {
    case (.string(let a), .string(let b)): Self.order(a, b)
    case (.int64(let a), .int64(let b)): Self.order(a, b)
    case (.date(let a), .date(let b)):
      Self.order(a.millisecondsSince1970, b.millisecondsSince1970)
    case (.date(let a), .int64(let b)): Self.order(a.millisecondsSince1970, b)
    case (.int64(let a), .date(let b)): Self.order(a, b.millisecondsSince1970)
    case (.double, .double), (.double, .int64), (.int64, .double):
      zip(number, other.number).map(Self.order)
    case (.bytes(let a), .bytes(let b)):
      Self.order(a.base64EncodedString(), b.base64EncodedString())
    default: nil
    }
  }

  /// The words of a text, or of a list of texts.
  package var words: Set<String> {
    switch self {
    case .string(let text): SearchWords.words(of: text)
    case .list(let elements): elements.reduce(into: []) { $0.formUnion($1.words) }
    case .int64, .double, .date, .bytes, .location, .reference, .asset: []
    }
  }

  private var number: Double? {
    switch self {
    case .double(let value): value
    case .int64(let value): Double(value)
    default: nil
    }
  }

  private static func order<T: Comparable>(_ a: T, _ b: T) -> ComparisonResult {
    if a == b { return .orderedSame }
    return a < b ? .orderedAscending : .orderedDescending
  }
}

/// Both values, or neither.
private func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
  guard let a, let b else { return nil }
  return (a, b)
}

extension Location {
  /// The distance on a sphere of the earth's mean radius.
  package func metres(to other: Location) -> Double {
    let radians = Double.pi / 180
    let (a, b) = (latitude * radians, other.latitude * radians)
    let half = (sin((b - a) / 2), sin((other.longitude - longitude) * radians / 2))
    let chord = half.0 * half.0 + cos(a) * cos(b) * half.1 * half.1
    return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
  }
}

extension Record {
  /// The value of a field, or of a system field under either of its names.
  package func value(of key: Query.Key) -> FieldValue? {
    switch key {
    case .field(let name): fields[name] ?? systemValue(name)
    case .systemField(let name): systemValue(name)
    }
  }

  private func systemValue(_ name: String) -> FieldValue? {
    switch SystemField(anyName: name) {
    case .recordID: .string(recordID.recordName)
    case .createTime: creationDate.map { .date($0) }
    case .modTime: modificationDate.map { .date($0) }
    case .createdBy: creatorUserRecordName.map { .string($0) }
    case .modifiedBy: lastModifiedUserRecordName.map { .string($0) }
    case .parent: parent.map { .string($0) }
    case .share: shareReference.map { .string($0) }
    case .etag: recordChangeTag.map { .string($0) }
    case nil: nil
    }
  }
}
