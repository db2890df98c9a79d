extension Query {
  /// One condition.
  package struct Filter: Sendable, Equatable {
    package var key: Key
    package var comparator: Comparator
    /// Nil compares with having no value.
    package var value: FieldValue?
    /// Whether the value came without its type; it then has the type of the field.
    package var isTypeOmitted: Bool
    /// Metres, for `.near`.
    package var distance: Double?

    package init(
      _ key: Key, _ comparator: Comparator, _ value: FieldValue?, isTypeOmitted: Bool = false,
      distance: Double? = nil
    ) {
      self.key = key
      self.comparator = comparator
      self.value = value
      self.isTypeOmitted = isTypeOmitted
      self.distance = distance
    }
  }
}
