/// An error in a schema's text, with its place and a way to correct it.
package struct SchemaSyntaxError: Error, Sendable, Equatable {
  /// Counted from 1.
  package var line: Int
  /// Characters, counted from 1.
  package var column: Int
  /// One or two sentences.
  package var problem: String
}

extension SchemaSyntaxError: CustomStringConvertible {
  package var description: String { "line \(line), column \(column): \(problem)" }
}
