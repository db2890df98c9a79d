import ChatCore
import ChatModel
import Scenarios

/// Reads a scenario's action on a device as the checkers see it.
struct IntentReader: Sendable {
  let parts: SimulatedDevice.Parts

  /// The edit of a message that failed begins it anew, as if somebody had tried it again.
  func isNewTry(_ action: DeviceAction) async throws -> [Intent] {
    guard case .edit(let message, let chat, _) = action,
      let failed = try await messages([message]).first,
      case .failed = failed.delivery
    else { return [] }
    return [.retried(zone: chat, record: message)]
  }

  /// The action as the checkers see it, with texts as the device keeps them.
  func intents(
    of action: DeviceAction, _ answer: DeviceAnswer
  ) async throws -> [Intent] {
    switch action {
    case .create(let title):
      [.created(zone: answer.zone ?? "", name: try ChatTitle.validated(title))]
    case .rename(let chat, let title):
      [.renamed(zone: chat, name: try ChatTitle.validated(title))]
    case .send(_, let chat, _):
      [.sent(zone: chat, try await sent(answer.records))]
    case .attach(let content, _, let chat):
      [
        .sent(zone: chat, try await sent(answer.records)),
        .attached(
          zone: chat, record: answer.records.first ?? "",
          bytes: FileText.of(content.bytes)),
      ]
    case .download(let message, let chat): [.askedForFile(zone: chat, record: message)]
    case .edit(let message, let chat, let text):
      [
        .edited(
          zone: chat, record: message,
          text: try await sent([message]).first?.text ?? text)
      ]
    case .delete(let message, let chat): [.deleted(zone: chat, record: message)]
    case .react(let emoji, let message, let chat, let isRemoved):
      [.reacted(zone: chat, record: message, emoji: emoji, isRemoved: isRemoved)]
    case .pin(let message, let chat, let isPinned):
      [.pinned(zone: chat, record: message, isPinned: isPinned)]
    case .leave(let chat): [.left(zone: chat)]
    case .deleteChat(let chat): [.deletedChat(zone: chat)]
    case .uploadAgain(let chat): [.uploadedAgain(zone: chat)]
    case .retry(let message, let chat): [.retried(zone: chat, record: message)]
    case .drop(let message, let chat): [.dropped(zone: chat, record: message)]
    case .read(let chat): [.saw(zone: chat)]
    case .invite(let people, let chat, let permission):
      people.map { .invited(zone: chat, user: $0, permission) }
    case .openLink(let chat, let permission): [.opened(zone: chat, permission)]
    case .accept, .join:
      [
        .joined(
          zone: answer.zone ?? "",
          canWrite: try await parts.repository.currentChatSummaries()
            .first { $0.zoneName == answer.zone }?.access.canWrite ?? false)
      ]
    case .decline, .permit, .remove, .stopSharing, .plant, .search, .set: []
    }
  }

  private func sent(_ records: [String]) async throws -> [Intent.SentMessage] {
    try await messages(records).map(Intent.SentMessage.init)
  }

  private func messages(_ records: [String]) async throws -> [Message] {
    var found: [Message] = []
    for chat in try await parts.repository.currentChatSummaries() {
      found += try await parts.repository.page(
        in: chat.id, before: nil, limit: DeviceView.messageLimit
      ).filter { records.contains($0.recordName) }
    }
    return found
  }
}
