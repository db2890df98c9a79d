/// The checksum of a log: two sums over pairs of 32-bit words.
///
/// Every step can be undone, so it can be said what the sum was before some words, and which word is wrong if it is
/// only one.
///
/// Source: sqlite.org/fileformat2.html, 4.2.
struct LogChecksum: Equatable {
  var first: UInt32 = 0
  var second: UInt32 = 0

  mutating func add(_ one: UInt32, _ other: UInt32) {
    first &+= one &+ second
    second &+= other &+ first
  }

  /// Undoes `add` of the same words.
  mutating func remove(_ one: UInt32, _ other: UInt32) {
    second &-= other &+ first
    first &-= one &+ second
  }

  /// The one word of the last `count` that must be another for the sum to be `sum`, and by how much it is too great.
  ///
  /// Nil if no single word makes the difference. The words are counted from zero; `count` is even. That it is found
  /// by chance is as likely as 1 in 2^32 for each word.
  func wrongWord(of count: Int, for sum: LogChecksum) -> (index: Int, excess: UInt32)? {
    // The sums are linear: the difference changes on its way back as a sum does over words of zero.
    var difference = LogChecksum(first: first &- sum.first, second: second &- sum.second)
    guard difference != LogChecksum() else { return nil }
    for pair in (0..<count / 2).reversed() {
      if difference.first == 0 { return (pair * 2 + 1, difference.second) }
      if difference.first == difference.second { return (pair * 2, difference.first) }
      difference.remove(0, 0)
    }
    return nil
  }
}
