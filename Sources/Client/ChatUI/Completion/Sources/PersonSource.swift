import ChatModel
import ChatWords

/// People of the chat after an `@`, found by account name or by any word of their display name.
///
/// The completion inserts the account name, because only that mentions somebody (`Mention`).
struct MentionSource: CompletionSource {
  /// Characters before the cursor in which the `@` is looked for: those of a display name.
  private static let reach = 42

  func completion(of input: CompletionInput, with facts: CompletionFacts) -> Completion? {
    guard let (start, typed) = name(in: input) else { return nil }
    let people = facts.people.filter { PersonMatch.fits(typed, $0) && PersonMatch.isNamed($0) }
    // A name that is whole already needs nothing.
    if people.count == 1, people[0].account == typed { return nil }
    return Completion(
      start..<input.cursor,
      PersonMatch.sorted(people, by: typed).map { person in
        Completion.Candidate(
          "@" + person.account, note: person.displayName ?? "",
          replacement: "@" + person.account + " ")
      })
  }

  func needs(of input: CompletionInput) -> [CompletionNeed] {
    name(in: input) == nil ? [] : [.people]
  }

  private func name(in input: CompletionInput) -> (start: Int, text: String)? {
    guard input.call == nil,
      let word = input.word(after: "@", within: Self.reach, of: { !$0.isNewline })
    else { return nil }
    let isName = Mention.canStand(
      between: String(input.characters[..<word.start]),
      and: String(input.characters[input.cursor...]))
    return isName ? word : nil
  }
}

/// Accounts behind a command that takes them: `/invite bob`, `/block bob`.
struct AccountSource: CompletionSource {
  func completion(of input: CompletionInput, with facts: CompletionFacts) -> Completion? {
    guard let start = start(in: input) else { return nil }
    let typed = String(input.characters[start..<input.cursor])
    let named = Set(
      input.characters[..<start].split(whereSeparator: \.isWhitespace).map { String($0) })
    let members = Set(facts.people.map(\.account))
    let others = facts.acquaintances.filter { !members.contains($0.account) }
    // Only those who are not in the chat can be invited.
    let offered = input.call?.command?.kind == .person ? facts.people + others : others
    let people = offered.filter {
      PersonMatch.fits(typed, $0) && PersonMatch.isNamed($0) && !named.contains($0.account)
    }
    return Completion(
      start..<input.cursor,
      PersonMatch.sorted(people, by: typed).map { person in
        Completion.Candidate(
          person.account, note: person.displayName ?? "", replacement: person.account + " ")
      })
  }

  func needs(of input: CompletionInput) -> [CompletionNeed] {
    start(in: input) == nil ? [] : [.people, .acquaintances]
  }

  private func start(in input: CompletionInput) -> Int? {
    guard let call = input.call, let kind = call.command?.kind, kind == .accounts || kind == .person
    else { return nil }
    let argument = input.characters[call.argumentStart..<input.cursor]
    // What stands behind the one person is no name.
    if kind == .person, argument.contains(where: \.isWhitespace) { return nil }
    return argument.lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? call.argumentStart
  }
}
