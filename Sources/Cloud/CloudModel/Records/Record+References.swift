extension Record {
  /// Every reference in the fields, in lists as well.
  package var references: [Reference] {
    fields.values.flatMap { value -> [Reference] in
      switch value {
      case .reference(let reference): [reference]
      case .list(let elements):
        elements.compactMap { element in
          guard case .reference(let reference) = element else { return nil }
          return reference
        }
      default: []
      }
    }
  }
}

extension FieldValue {
  /// The value with each reference in it, in a list as well, as `change` leaves it.
  package func mappingReferences(_ change: (inout Reference) -> Void) -> FieldValue {
    switch self {
    case .reference(var reference):
      change(&reference)
      return .reference(reference)
    case .list(let elements):
      guard case .reference = elements.first else { return self }
      return .list(elements.map { $0.mappingReferences(change) })
    default: return self
    }
  }
}
