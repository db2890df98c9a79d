/// The texts that can replace the text before the cursor.
package struct Completion: Equatable, Sendable {
  package struct Candidate: Equatable, Sendable {
    /// As the list shows it; not sanitised.
    package var label: String
    /// The text beside the label; may be empty, not sanitised.
    package var note: String
    package var replacement: String

    package init(_ label: String, note: String = "", replacement: String) {
      self.label = label
      self.note = note
      self.replacement = replacement
    }
  }

  /// The characters that are replaced; they end at the cursor.
  package var range: Range<Int>
  /// Best first; never empty, and at most `limit`.
  package let candidates: [Candidate]

  /// More candidates than anybody goes through with a key.
  package static let limit = 100

  /// Nil without candidates.
  package init?(_ range: Range<Int>, _ candidates: [Candidate]) {
    guard !candidates.isEmpty else { return nil }
    self.range = range
    self.candidates = Array(candidates.prefix(Self.limit))
  }

  /// A candidate by its place; any number, which wraps around.
  package func place(_ index: Int) -> Int {
    ((index % candidates.count) + candidates.count) % candidates.count
  }
}
