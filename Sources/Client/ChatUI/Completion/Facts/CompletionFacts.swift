package import ChatModel
package import ChatWords

/// The facts from which the sources choose.
package struct CompletionFacts: Sendable {
  package var commands: [ChatVerb]
  /// In the order of the chat list.
  package var chats: [ChatSummary] = []
  /// The names of groups that could be taken for people (`ChatListModel.label`).
  package var groupNames: [ChatID: String] = [:]
  /// The other people in the open chat.
  package var people: [Person] = []
  /// People in any chat.
  package var acquaintances: [Person] = []
  package var folder: FolderListing?

  package init(commands: [ChatVerb]) { self.commands = commands }
}

/// A fact that must be read for a completion.
package enum CompletionNeed: Hashable, Sendable {
  case people
  case acquaintances
  case folder(FolderQuery)
}

/// A fact that was read for a completion.
package enum CompletionAnswer: Equatable, Sendable {
  case acquaintances([Person])
  case folder(FolderListing)
}
