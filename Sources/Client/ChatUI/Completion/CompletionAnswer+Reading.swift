package import ChatCore
import ChatModel

extension CompletionAnswer {
  /// Reads what a completion needs; nil for people of the open chat, who are observed.
  package static func reading(
    _ need: CompletionNeed, in repository: ChatRepository
  ) async throws -> CompletionAnswer? {
    switch need {
    case .people: return nil
    case .folder(let query): return .folder(await FolderListing.read(query))
    case .acquaintances:
      let people = try await repository.currentAcquaintances().map(\.person)
      return .acquaintances(people.sorted { $0.account < $1.account })
    }
  }
}
