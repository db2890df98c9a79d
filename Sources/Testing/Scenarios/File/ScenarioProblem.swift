/// A mistake in a scenario's file: where it is, and what was expected.
package struct ScenarioProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// A place in a text, from 1 on.
  package struct Place: Sendable, Equatable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  package var place: Place
  package var text: String

  package init(_ place: Place, _ text: String) {
    self.place = place
    self.text = text
  }

  package var description: String { "line \(place.line), column \(place.column): \(text)" }
}
