import ChatCore

/// Performs the writes one after the other, in the order in which they were asked for: a draft
/// saved before a message was sent never comes back after it.
struct ReplicaWriter: Sendable {
  let repository: ChatRepository
  let mailbox: Mailbox

  /// Runs until the stream ends and all it held is written.
  func run(_ writes: AsyncStream<ReplicaWrite>) async {
    for await write in writes {
      do {
        try await perform(write)
      } catch {
        mailbox.post(failure(of: write, error))
      }
    }
  }

  private func perform(_ write: ReplicaWrite) async throws {
    switch write {
    case .createChat(let title):
      mailbox.post(.created(try await repository.createChat(title: title)))
    case .rename(let chat, let title): try await repository.rename(chat, to: title)
    case .send(let text, let chat): try await repository.send(text, to: chat)
    case .retry(let message): try await repository.retry(message)
    case .drop(let message, let chat):
      mailbox.post(.dropped(try await repository.drop(message), in: chat))
    case .saveDraft(let text, let chat): try await repository.saveDraft(text, in: chat)
    case .markSeen(let chat, let message): try await repository.markSeen(chat, through: message)
    }
  }

  private func failure(of write: ReplicaWrite, _ error: any Error) -> AppEvent {
    let reason = Sentence.of(error)
    return switch write {
    case .send(let text, let chat): .sendFailed(text, in: chat, reason: reason)
    case .createChat, .rename, .retry, .drop, .saveDraft, .markSeen: .failed(reason)
    }
  }
}
