package import ChatCore
import ChatModel
package import TextCompletion

extension CompletionAnswer {
  /// The chats whose people are offered: the first ones of the list.
  private static let chatLimit = 50

  /// Reads what a completion needs; nil for people of the open chat, who are observed.
  package static func reading(
    _ need: CompletionNeed, in repository: ChatRepository
  ) async throws -> CompletionAnswer? {
    switch need {
    case .people: return nil
    case .folder(let query): return .folder(await FolderListing.read(query))
    case .acquaintances:
      var people: [String: Person] = [:]
      for chat in try await repository.currentChatSummaries().prefix(chatLimit) {
        for member in try await repository.currentMembers(of: chat.id) where !member.isMe {
          people[member.name] = Person(account: member.name, displayName: member.displayName)
        }
      }
      return .acquaintances(people.values.sorted { $0.account < $1.account })
    }
  }
}
