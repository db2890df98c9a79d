import ChatWords

/// The question of the first run, line by line.
package struct NameLines: Sendable {
  private let suggestion: String
  private let place: NameQuestion.Place
  private let check: @Sendable (String) -> String?
  private let enter: @Sendable (NameQuestion.Answer) async -> String?

  /// Before the name of an account that exists; no name has a blank.
  private static let signIn = "sign-in "

  /// - Parameters:
  ///   - suggestion: the name that an empty line takes; an empty one is none.
  ///   - place: where the account will be made.
  ///   - check: why a text is no name of an account; nil if it can be one.
  ///   - enter: makes the account or signs in to it, and asks for the passphrase; says why not, or nil if that is done.
  package init(
    suggestion: String, place: NameQuestion.Place, check: @escaping @Sendable (String) -> String?,
    enter: @escaping @Sendable (NameQuestion.Answer) async -> String?
  ) {
    self.suggestion = suggestion
    self.place = place
    self.check = check
    self.enter = enter
  }

  /// Asks until there is an account or no more lines.
  ///
  /// - Parameters:
  ///   - read: the next line; nil at the end of the input.
  ///   - say: prints a line.
  /// - Returns: what was done; nil if nothing was.
  package func ask(read: () -> String?, say: (String) -> Void) async -> NameQuestion.Answer? {
    if let invitation = place.invitation {
      say(invitation)
    } else {
      say("You have no account here yet. Others find and invite you by your name.")
    }
    var isSigningIn = false
    switch place.signIn {
    case .byCommand: break
    case .here:
      say("The account is made \(place.words).")
      say("If you have an account there, write ‘\(Self.signIn)’ and its name.")
    case .only(let reason):
      isSigningIn = true
      say(reason)
    case .newPassphrase(let account): return await goOn(as: account, read: read, say: say)
    }
    let question = isSigningIn ? "What is the name of your account?" : "What is your name?"
    let offer = suggestion.isEmpty ? "" : " An empty line takes ‘\(suggestion)’."
    say("\(question)\(offer) Ctrl+D leaves.")
    // Whoever has an account has most often mistyped its passphrase.
    var again: NameQuestion.Answer?
    while let line = read() {
      let typed = line.trimmedBlanks
      let written = self.answer(to: typed, isSigningIn: isSigningIn)
      let answer = typed.isEmpty ? again ?? written : written
      again = nil
      var offer = ""
      var reason: String?
      switch answer {
      case .signUp(let name, _): reason = check(name)
      case .signIn(let name, _):
        reason = check(name)
        guard reason == nil else { break }
        again = answer
        offer = " An empty line takes ‘\(name)’ again."
      case .otherLink: break
      }
      if reason == nil { reason = await enter(answer) }
      guard let reason else {
        if case .signUp(let name, _) = answer { say("The account ‘\(name)’ is made.") }
        return answer
      }
      say("\(reason) \(question)\(offer) Ctrl+D leaves.")
    }
    return nil
  }

  /// Asks whether to go on as an account that is known; whoever writes anything leaves.
  private func goOn(
    as account: String, read: () -> String?, say: (String) -> Void
  ) async -> NameQuestion.Answer? {
    let answer = NameQuestion.Answer.signIn(name: account, passphrase: nil)
    say("Enter asks for the new passphrase. Ctrl+D, or anything else, leaves.")
    while read()?.trimmedBlanks.isEmpty == true {
      guard let reason = await enter(answer) else { return answer }
      say("\(reason) Enter tries again. Ctrl+D, or anything else, leaves.")
    }
    return nil
  }

  private func answer(to line: String, isSigningIn: Bool) -> NameQuestion.Answer {
    if let link = NameQuestion.link(in: line) { return .otherLink(link) }
    let mayChoose = place.signIn == .here && line.hasPrefix(Self.signIn)
    let typed = mayChoose ? String(line.dropFirst(Self.signIn.count)).trimmedBlanks : line
    let name = typed.isEmpty ? suggestion : typed
    return isSigningIn || mayChoose
      ? .signIn(name: name, passphrase: nil) : .signUp(name: name, passphrase: nil)
  }
}
