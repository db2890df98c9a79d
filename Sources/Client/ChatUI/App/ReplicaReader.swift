import ChatCore
import ChatModel

/// Reads the replica and posts its contents; each watching method runs until it is cancelled.
struct ReplicaReader: Sendable {
  let repository: ChatRepository
  let mailbox: Mailbox
  private let screen: ScreenReader

  init(repository: ChatRepository, mailbox: Mailbox) {
    self.repository = repository
    self.mailbox = mailbox
    screen = ScreenReader(repository)
  }

  func watchScreen() async {
    while !Task.isCancelled {
      do {
        guard let news = try await screen.news() else { return }
        var events: [AppEvent] = []
        if let summaries = news.summaries { events.append(.summaries(summaries)) }
        if let invitations = news.invitations { events.append(.invitations(invitations)) }
        if let connection = news.connection { events.append(.connection(connection)) }
        if let messages = news.messages {
          events.append(.window(messages.chat, messages.request, messages.window))
        }
        events += news.facts.map(AppEvent.init)
        mailbox.post(events)
      } catch {
        report(error)
      }
    }
  }

  /// Shows messages of a chat in place of those before.
  func show(_ chat: ChatID, _ request: MessageWindow.Request) { screen.show(chat, request) }

  /// Reads what stands beside the messages together with them, so that one picture shows a change of both.
  ///
  /// - Returns: whether the need is such a one; `watch` reads the others.
  func beginWithScreen(_ need: ScreenNeed) -> Bool {
    guard let facts = need.facts else { return false }
    screen.watch(facts)
    return true
  }

  /// Ends what `beginWithScreen` has begun.
  func endWithScreen(_ need: ScreenNeed) {
    if let facts = need.facts { screen.unwatch(facts) }
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

  func search(_ search: MessageSearch, number: Int) async {
    do {
      let hits = try await repository.search(search, limit: SearchModel.limit)
      if !Task.isCancelled { mailbox.post(.found(hits, number: number)) }
    } catch {
      report(error)
    }
  }

  /// Counts what a search in one chat would find in all of them; it comes behind the hits, which do not wait for it.
  func countEverywhere(_ search: MessageSearch, number: Int) async {
    guard !Task.isCancelled else { return }
    var everywhere = search
    everywhere.chats = nil
    do {
      let count = try await repository.countFound(everywhere, limit: SearchModel.countLimit)
      if !Task.isCancelled { mailbox.post(.foundEverywhere(count, number: number)) }
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

  private func report(_ error: any Error) {
    guard !Task.isCancelled, !(error is CancellationError) else { return }
    mailbox.post(.failed(ErrorText.of(error)))
  }
}

extension ScreenNeed {
  /// The facts of a panel; nil for all other needs.
  fileprivate var facts: ScreenReader.Facts.Kind? {
    switch self {
    case .members(let chat): .members(chat)
    case .highlights(let chat): .highlights(chat)
    case .messages, .outbox, .people, .pins, .thread, .blockedPeople, .files, .newPeople: nil
    }
  }
}

extension AppEvent {
  fileprivate init(_ facts: ScreenReader.Facts) {
    switch facts {
    case .members(let chat, let members): self = .members(chat, members)
    case .highlights(let chat, let highlights): self = .highlights(chat, highlights)
    }
  }
}
