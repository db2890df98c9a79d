package import ChatCore
package import ChatModel
package import CloudModel
package import CloudSync
package import Foundation
import Logging
import Synchronization

/// One person's device: a replica in its own directory, and an engine when somebody asks for it.
package final class Device: Sendable {
  package let account: Account
  package let directory: URL
  package let replica: Replica
  package let repository: ChatRepository
  package let sharing: ChatSharing
  package let container: any CloudContainer
  package let faults: FaultInjector
  private let discarded = Mutex(false)

  package init(
    account: Account, directory: URL, container: any CloudContainer, faults: FaultInjector,
    now: @escaping @Sendable () -> Date, makeUnique: @escaping @Sendable () -> String
  ) throws {
    self.account = account
    self.directory = directory
    self.container = container
    self.faults = faults
    replica = try Replica(directory: directory, account: account, now: now)
    repository = ChatRepository(replica: replica, makeUnique: makeUnique)
    sharing = ChatSharing(container: container, replica: replica, clock: SkippingClock())
  }

  /// Whether the check at the end of the test ignores this device.
  package var isDiscarded: Bool { discarded.withLock { $0 } }

  /// Takes the device out of what the end of the test looks at.
  package func discard() { discarded.withLock { $0 = true } }

  package func engine(
    clock: any Clock<Duration> = SkippingClock(), store: (any SyncStore)? = nil, seed: UInt64 = 1
  ) -> SyncEngine {
    SyncEngine(
      container: container, store: store ?? replica, clock: clock, seed: seed,
      logger: Logger(label: account.name, factory: { _ in SwiftLogNoOpLogHandler() }))
  }

  /// Sends and fetches what there is.
  @discardableResult package func sync() async -> SyncStatus { await engine().runOnce() }

  package func messages(in chat: ChatID) async throws -> [Message] {
    try await repository.page(in: chat, before: nil, limit: 100_000)
  }

  /// A chat as lines of text, oldest first: `alice: hello`, and how far it got unless it is there.
  package func lines(in chat: ChatID) async throws -> [String] {
    try await messages(in: chat).map { message in
      let state =
        switch message.delivery {
        case .received, .sent, .read: ""
        case .queued(let place): " (queued \(place))"
        case .sending: " (sending)"
        case .waiting(_, let reason): " (waiting: \(reason))"
        case .failed(let reason): " (failed: \(reason))"
        }
      var text = message.isDeleted ? "(removed)" : message.text
      if message.isEdited, !message.isDeleted { text += " (edited)" }
      if let name = message.changedBy { text += " (changed by \(name))" }
      let reactions = message.reactions.map { " \($0.emoji)\($0.names.sorted())" }.joined()
      return "\(message.senderName): \(text)\(reactions)\(state)"
    }
  }

  package func summary(of chat: ChatID) async throws -> ChatSummary {
    let all = try await repository.currentChatSummaries()
    guard let found = all.first(where: { $0.id == chat }) else {
      throw ChatError.unknownChat("\(chat.rawValue)")
    }
    return found
  }

  /// The chat that the zone of this name is here.
  package func chat(zoneName: String) async throws -> ChatID {
    try await repository.chat(matching: zoneName).id
  }

  /// Everything that a person could see: each chat by its zone, with its name, access and messages.
  package func picture() async throws -> [String] {
    var lines: [String] = []
    for chat in try await repository.currentChatSummaries().sorted(by: { $0.zoneName < $1.zoneName }
    ) {
      lines.append("\(chat.zoneName) ‘\(chat.name)’ \(chat.access)")
      lines += try await self.lines(in: chat.id)
    }
    return lines
  }
}
