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
