package import ChatCore
package import ChatModel

/// A part of the replica, or a fact of the server, that something on the screen reads for as long as it is shown.
package enum ScreenNeed: Hashable, Sendable {
  case members(ChatID)
  /// Messages of a chat beside the open one.
  case messages(ChatID, MessageWindow.Request)
  case outbox
  /// Everyone who was met.
  case people
  case pins(ChatID)
  /// The newest pins, files and links.
  case highlights(ChatID)
  /// A message by its record name, and what answers it.
  case thread(String, in: ChatID, limit: Int)
  /// Everyone who is blocked.
  case blockedPeople
  /// Messages with a file.
  case files(MessageSearch)
  /// Whether the server lets members invite people who have no account; it is asked once, and is no part of the
  /// replica.
  case newPeople

  /// Reads it now, and again after every change.
  ///
  /// - Parameters:
  ///   - repository: the chats.
  ///   - take: takes what is read, and says whether to go on.
  /// - Throws: `ChatError` if the replica cannot be read.
  package func read(in repository: ChatRepository, take: (AppEvent) -> Bool) async throws {
    switch self {
    case .members(let chat):
      for try await members in repository.members(of: chat)
      where !take(.members(chat, members)) { return }
    case .messages(let chat, let request):
      for try await window in repository.window(in: chat, request)
      where !take(.window(chat, request, window)) { return }
    case .outbox:
      for try await contents in repository.watchedOutbox(limit: OutboxModel.limit)
      where !take(.outbox(contents)) { return }
    case .people:
      for try await people in repository.acquaintances() where !take(.people(people)) { return }
    case .pins(let chat):
      for try await pins in repository.pinnedMessages(in: chat)
      where !take(.pins(chat, pins)) { return }
    case .highlights(let chat):
      for try await highlights in repository.highlights(of: chat)
      where !take(.highlights(chat, highlights)) { return }
    case .thread(let name, let chat, let limit):
      for try await thread in repository.thread(of: name, in: chat, limit: limit)
      where !take(.thread(name, in: chat, thread)) { return }
    case .blockedPeople:
      for try await people in repository.blockedPeople()
      where !take(.blockedPeople(people)) { return }
    case .files(let search):
      // Completes the index of words.
      if !search.words.isEmpty { _ = try await repository.search(search, limit: 1) }
      for try await files in repository.found(search, limit: FilesModel.limit)
      where !take(.files(search, files)) { return }
    case .newPeople: break
    }
  }
}
