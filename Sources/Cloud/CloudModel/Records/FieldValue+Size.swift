extension Record {
  /// Bytes of the fields with their names, assets counted by their description only.
  package var fieldBytes: Int {
    fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.bytes }
  }
}

extension FieldValue {
  fileprivate var bytes: Int {
    switch self {
    case .string(let string): string.utf8.count
    case .bytes(let data): data.count
    case .int64, .double, .date: 8
    case .location: 64
    case .reference(let reference): reference.recordName.utf8.count + 8
    case .asset: 128
    case .list(let elements): elements.reduce(0) { $0 + $1.bytes }
    }
  }
}
