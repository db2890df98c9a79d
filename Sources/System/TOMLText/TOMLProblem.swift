/// A mistake in a TOML text or in its values, with its place, the expected text and the probable meaning.
package struct TOMLProblem: Error, Equatable, Sendable {
  /// A place in a text; lines and columns count from 1, columns in Unicode scalars.
  package struct Place: Hashable, Comparable, Sendable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    package static func < (a: Place, b: Place) -> Bool { (a.line, a.column) < (b.line, b.column) }
  }

  package var place: Place
  /// The mistake and the expected text, as one or two sentences.
  package var trouble: String
  /// The nearest valid word, as it must be written.
  package var nearest: String?

  package init(_ place: Place, _ trouble: String, nearest: String? = nil) {
    self.place = place
    self.trouble = trouble
    self.nearest = nearest
  }

  /// The whole mistake, for example `Line 3, column 9: … Did you mean ‘mentions’?`.
  package var sentence: String {
    let hint = nearest.map { " Did you mean ‘\($0)’?" } ?? ""
    return "Line \(place.line), column \(place.column): \(trouble)\(hint)"
  }
}
