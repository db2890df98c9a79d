/// The word that somebody probably meant.
package enum NearestWord {
  /// The word with the fewest letters inserted, removed, replaced or swapped; nil if none is near.
  ///
  /// - Parameters:
  ///   - word: the written word; only its first 64 characters count.
  ///   - words: the valid words.
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

  /// Levenshtein's distance, with swaps of neighbours; three rows of it are kept.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [[Int]](repeating: Array(0...b.count), count: 2)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(
          rows[1][j] + (a[i] == b[j] ? 0 : 1), rows[1][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[0][j - 1] + 1) }
        row.append(cost)
      }
      rows = [rows[1], row]
    }
    return rows[1][b.count]
  }
}
