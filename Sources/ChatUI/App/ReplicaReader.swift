import ChatCore
import ChatModel

/// Reads the replica and posts its contents; each watching method runs until it is cancelled.
struct ReplicaReader: Sendable {
  let repository: ChatRepository
  let mailbox: Mailbox

  /// The number of texts in the composer's history.
  private static let historyLimit = 100

  func watchSummaries() async {
    await post(repository.chatSummaries()) { .summaries($0) }
  }

  func watchInvitations() async {
    await post(repository.invitations()) { .invitations($0) }
  }

  func watchConnection() async {
    await post(repository.connectionStatus()) { .connection($0) }
  }

  func watchMembers(of chat: ChatID) async {
    await post(repository.members(of: chat)) { .members(chat, $0) }
  }

  /// Posts the draft, the history and the last seen message first, then the messages and every
  /// change of them.
  func watch(_ chat: ChatID, from cursor: MessageCursor?) async {
    // If this cannot be written, the engine only serves the chat later.
    do { try await repository.setOpen(chat) } catch { report(error) }
    do {
      let draft = try await repository.draft(in: chat)
      let lastSeen = try await repository.lastSeen(in: chat)
      let sent = try await repository.sentTexts(in: chat, limit: Self.historyLimit)
      mailbox.post(.opened(chat, draft: draft, lastSeen: lastSeen, sentTexts: sent))
    } catch {
      return report(error)
    }
    await post(repository.messages(in: chat, from: cursor)) { .messages(chat, $0) }
  }

  func loadOlder(in chat: ChatID, before cursor: MessageCursor) async {
    do {
      let limit = await ConversationModel.pageSize
      let page = try await repository.page(in: chat, before: cursor, limit: limit)
      if page.count < limit {
        // The engine then fetches older messages before everything else, if the cloud has any.
        try await repository.requestOlderMessages(in: chat)
      }
      mailbox.post(.older(chat, page.first?.cursor))
    } catch {
      report(error)
    }
  }

  private func post<Value: Sendable>(
    _ values: AsyncThrowingStream<Value, any Error>, as event: (Value) -> AppEvent
  ) async {
    do {
      for try await value in values { mailbox.post(event(value)) }
    } catch {
      report(error)
    }
  }

  private func report(_ error: any Error) {
    guard !Task.isCancelled, !(error is CancellationError) else { return }
    mailbox.post(.failed(ErrorText.of(error)))
  }
}
