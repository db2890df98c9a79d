package import ChatModel

/// What the sources choose from.
package struct CompletionFacts: Sendable {
  package var commands: [SlashCommand]
  /// In the order of the chat list.
  package var chats: [ChatSummary] = []
  /// The other people in the open chat.
  package var people: [Person] = []
  /// People in any chat.
  package var acquaintances: [Person] = []
  package var folder: FolderListing?

  package init(commands: [SlashCommand]) { self.commands = commands }
}

/// What has to be read for a completion.
package enum CompletionNeed: Hashable, Sendable {
  case people
  case acquaintances
  case folder(FolderQuery)
}

/// What was read for a completion.
package enum CompletionAnswer: Equatable, Sendable {
  case acquaintances([Person])
  case folder(FolderListing)
}
