/// A value that must be one of a few words, in a request, a file or a command.
///
/// An unknown word is refused and never read as another one: a misspelt permission must not become a different
/// permission.
package protocol KnownWord: RawRepresentable, CaseIterable, Codable, Sendable
where RawValue == String {
  /// Other words that clients send, each with the word that it stands for.
  static var synonyms: [String: Self] { get }
  /// Whether a word may have letters of any case.
  static var ignoresCase: Bool { get }
}

extension KnownWord {
  package static var synonyms: [String: Self] { [:] }
  package static var ignoresCase: Bool { false }

  /// Reads a word or a synonym; nil if nobody knows it.
  package init?(anyWord word: String) {
    if let known = Self(rawValue: word) ?? Self.synonyms[word] {
      self = known
      return
    }
    guard Self.ignoresCase,
      let known = Self.allCases.first(where: { $0.rawValue.lowercased() == word.lowercased() })
    else { return nil }
    self = known
  }

  /// Throws `.invalidArguments` with the key, the word and the known words.
  package init(word: String, at key: String) throws(CloudError) {
    guard let known = Self(anyWord: word) else {
      throw CloudError(
        .invalidArguments,
        "BadRequestException: invalid value at '\(key)': \(Self.refusal(of: word))")
    }
    self = known
  }

  /// The same as a `DecodingError` that names the place in the body.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    guard let known = Self(anyWord: word) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: Self.refusal(of: word))
    }
    self = known
  }

  private static func refusal(of word: String) -> String {
    "\(UnknownWord.mark) '\(word.quotable(upTo: UnknownWord.quotedLength))'; there are "
      + allCases.map(\.rawValue).joined(separator: ", ")
  }
}

/// The refusal of an unknown word.
package enum UnknownWord {
  /// The beginning of the refusal.
  package static let mark = "unknown word"
  /// The length of the quoted word, in Unicode scalars: enough for every misspelling, too little for a secret.
  fileprivate static let quotedLength = 40
}
