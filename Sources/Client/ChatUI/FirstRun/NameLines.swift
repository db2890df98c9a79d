import ChatWords

/// The question of the first run, line by line.
package struct NameLines: Sendable {
  private let suggestion: String
  private let check: @Sendable (String) -> String?
  private let create: @Sendable (String) async -> String?

  /// - Parameters:
  ///   - suggestion: the name that an empty line takes.
  ///   - check: why a text is no name of an account; nil if it can be one.
  ///   - create: makes the account; says why not, or nil if it is made.
  package init(
    suggestion: String, check: @escaping @Sendable (String) -> String?,
    create: @escaping @Sendable (String) async -> String?
  ) {
    self.suggestion = suggestion
    self.check = check
    self.create = create
  }

  /// Asks until there is an account or no more lines.
  ///
  /// - Parameters:
  ///   - read: the next line; nil at the end of the input.
  ///   - say: prints a line.
  /// - Returns: whether there is an account now.
  package func ask(read: () -> String?, say: (String) -> Void) async -> Bool {
    say("You have no account here yet. Others find and invite you by your name.")
    say("What is your name? An empty line takes ‘\(suggestion)’. Ctrl+D leaves.")
    while let line = read() {
      let typed = line.trimmedBlanks
      let name = typed.isEmpty ? suggestion : typed
      var reason = check(name)
      if reason == nil { reason = await create(name) }
      guard let reason else {
        say("The account ‘\(name)’ is made.")
        return true
      }
      say("\(reason) What is your name? Ctrl+D leaves.")
    }
    return false
  }
}
