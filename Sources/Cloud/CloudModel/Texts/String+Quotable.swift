extension String {
  /// The text of a request as an error may repeat it: without control characters, and cut after so many Unicode
  /// scalars.
  ///
  /// Scalars bound its bytes; one character can have any number of them.
  package func quotable(upTo scalarCount: Int) -> String {
    var quotable = String.UnicodeScalarView()
    for scalar in unicodeScalars where scalar.properties.generalCategory != .control {
      guard quotable.count < scalarCount else { return String(quotable) + "…" }
      quotable.append(scalar)
    }
    return String(quotable)
  }
}
