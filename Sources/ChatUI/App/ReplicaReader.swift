import ChatCore
import ChatModel
import ChatViews
import TextCompletion

/// Reads the replica and posts its contents; each watching method runs until it is cancelled.
struct ReplicaReader: Sendable {
  let repository: ChatRepository
  let mailbox: Mailbox

  func watchSummaries() async {
    await post(repository.chatSummaries()) { .summaries($0) }
  }

  func watchInvitations() async {
    await post(repository.invitations()) { .invitations($0) }
  }

  func watchConnection() async {
    await post(repository.connectionStatus()) { .connection($0) }
  }

  func watch(_ need: ScreenNeed) async {
    do {
      try await need.read(in: repository) { event in
        mailbox.post(event)
        return true
      }
    } catch {
      report(error)
    }
  }

  func open(_ chat: ChatID) async {
    // If this cannot be written, the engine only serves the chat later.
    do { try await repository.setOpen(chat) } catch { report(error) }
    do {
      mailbox.post(.opened(chat, try await ChatOpening(of: chat, in: repository)))
    } catch {
      report(error)
    }
  }

  func watch(_ chat: ChatID, _ request: MessageWindow.Request) async {
    await post(repository.window(in: chat, request)) { .window(chat, request, $0) }
  }

  func search(_ search: MessageSearch, number: Int) async {
    do {
      let hits = try await repository.search(search, limit: SearchModel.limit)
      if !Task.isCancelled { mailbox.post(.found(hits, number: number)) }
    } catch {
      report(error)
    }
  }

  func loadRecentEmoji() async {
    do {
      mailbox.post(.recentEmoji(try await repository.recentEmoji(limit: 6)))
    } catch {
      report(error)
    }
  }

  func read(_ need: CompletionNeed) async {
    do {
      let answer = try await CompletionAnswer.reading(need, in: repository)
      if let answer { mailbox.post(.readForCompletion(answer)) }
    } catch {
      report(error)
    }
  }

  func loadDetails(of message: MessageID) async {
    do {
      mailbox.post(.details(message, try await MessageDetails(of: message, in: repository)))
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
