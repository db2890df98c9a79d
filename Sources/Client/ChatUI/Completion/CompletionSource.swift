/// Knows one kind of text that can be completed, for example people behind an `@`.
///
/// A new kind is a type in a file of its own, and one line in `CompletionSources`.
package protocol CompletionSource: Sendable {
  /// The completion at the cursor; nil if the source has none for this place.
  func completion(of input: CompletionInput, with facts: CompletionFacts) -> Completion?
  /// The facts that must be read before the source can answer here.
  func needs(of input: CompletionInput) -> [CompletionNeed]
}

extension CompletionSource {
  package func needs(of input: CompletionInput) -> [CompletionNeed] { [] }
}

/// All sources.
package enum CompletionSources {
  private static let all: [any CompletionSource] = [
    CommandSource(), ChoiceSource(), ChatSource(), AccountSource(), PathSource(), MentionSource(),
    EmojiSource(),
  ]

  /// The answer of the first source that has one.
  package static func completion(
    of input: CompletionInput, with facts: CompletionFacts
  ) -> Completion? {
    guard input.isAtWordEnd else { return nil }
    return all.lazy.compactMap { $0.completion(of: input, with: facts) }.first
  }

  package static func needs(of input: CompletionInput) -> [CompletionNeed] {
    input.isAtWordEnd ? all.flatMap { $0.needs(of: input) } : []
  }
}
