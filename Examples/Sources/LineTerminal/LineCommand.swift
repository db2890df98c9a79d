/// A line that a person has written: a word and the rest.
public struct LineCommand: Equatable, Sendable {
  public let word: String
  public let rest: String

  public init(_ line: String) {
    let line = line.drop(while: \.isWhitespace)
    let word = line.prefix { !$0.isWhitespace }
    self.word = word.lowercased()
    rest = String(line.dropFirst(word.count).drop(while: \.isWhitespace))
  }

  /// The item of a list that the rest names by its number; nil for anything else.
  public func item<Item>(of items: [Item]) -> Item? {
    Self.place(rest, in: items.count).map { items[$0] }
  }

  /// The place from 0 on in a list, from a number that is counted from 1 as lists are shown.
  public static func place(_ number: String, in count: Int) -> Int? {
    guard let number = Int(number.filter { !$0.isWhitespace }), (1...max(1, count)) ~= number,
      count > 0
    else { return nil }
    return number - 1
  }
}
