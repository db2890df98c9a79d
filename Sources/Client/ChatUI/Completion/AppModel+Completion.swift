import ChatModel

/// The facts from which the composer's completion chooses, and the reading of those facts.
extension AppModel {
  private var completionFacts: CompletionFacts {
    var facts = CompletionFacts(commands: slashCommands)
    facts.chats = list.chats
    facts.groupNames = list.groupNames
    facts.people = (openChat.flatMap(sidePanel.members) ?? []).filter { !$0.isMe }
      .map { Person(account: $0.name, displayName: $0.displayName) }
    facts.acquaintances = reading.completion.acquaintances
    facts.folder = reading.completion.folder
    return facts
  }

  /// Lets the composers complete from what this model knows.
  func completeFromFacts() {
    opening.complete { [weak self] in
      self?.completionFacts ?? CompletionFacts(commands: ActionRegistry.commands)
    }
  }

  /// Whether a list of the chat's people is about to be shown.
  var needsPeople: Bool { focus == .composer && composer.completionNeeds.contains(.people) }

  func readForCompletion() {
    let needs = focus == .composer ? composer.completionNeeds : []
    for need in reading.completion.wanted(for: needs) { want(.readForCompletion(need)) }
  }

  package func take(_ answer: CompletionAnswer) {
    reading.completion.take(answer)
    composer.factsChanged()
  }
}
