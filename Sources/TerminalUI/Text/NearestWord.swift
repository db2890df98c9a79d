/// The word that somebody probably meant.
package enum NearestWord {
  /// The word with the fewest letters inserted, removed or replaced; nil if none is near.
  ///
  /// - Parameters:
  ///   - word: what was written; only its first 64 characters count.
  ///   - words: what may be written.
  /// - Returns: the first of the nearest words.
  package static func of(_ word: String, among words: [String]) -> String? {
    let written = Array(word.prefix(64))
    let limit = max(1, written.count / 3)
    var nearest: (word: String, distance: Int)?
    for candidate in words {
      let distance = Self.distance(written, Array(candidate.prefix(64)))
      if distance <= limit, distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
    }
    if let nearest { return nearest.word }
    return written.count < 3 ? nil : words.first { $0.hasPrefix(word) }
  }

  /// Levenshtein's distance, with one row kept.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, left) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, right) in b.enumerated() {
        let replaced = diagonal + (left == right ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
