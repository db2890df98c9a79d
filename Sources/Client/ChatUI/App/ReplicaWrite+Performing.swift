package import ChatCore
import ChatModel
import Foundation

extension ReplicaWrite {
  /// Makes the change; returns an event if the screens have to know more than they observe.
  package func perform(on repository: ChatRepository) async throws -> AppEvent? {
    switch self {
    case .createChat(let title, let isSealed):
      return .created(try await repository.createChat(title: title, isSealed: isSealed))
    case .rename(let chat, let title): try await repository.rename(chat, to: title)
    case .setPinned(let isPinned, let chat): try await repository.setPinned(isPinned, of: chat)
    case .setMessagePinned(let isPinned, let message):
      try await repository.setPinned(isPinned, message: message)
    case .setArchived(let isArchived, let chat):
      try await repository.setArchived(isArchived, of: chat)
    case .setNotifications(let notifications, let chat):
      try await repository.setNotifications(notifications, of: chat)
    case .mute(let end, let chat): try await repository.mute(until: end, chat)
    case .leave(let chat): try await repository.leave(chat)
    case .deleteChat(let chat): try await repository.deleteChat(chat)
    case .uploadAgain(let chat): try await repository.uploadAgain(chat)
    case .send(let text, let chat, let reply):
      try await repository.send(text, to: chat, replyingTo: reply)
    case .edit(let message, let text, _): try await repository.edit(message, to: text)
    case .delete(let message): try await repository.delete(message)
    case .react(let emoji, let message, let isRemoved):
      try await repository.react(emoji, to: message, isRemoved: isRemoved)
    case .markUnread(let chat, let message):
      try await repository.markUnread(chat, from: message)
    case .block(let isBlocked, .named(let name)):
      return .blocked(
        try await repository.setBlocked(isBlocked, named: name), isBlocked: isBlocked)
    case .block(let isBlocked, .user(let user)):
      return .blocked(
        try await repository.setBlocked(isBlocked, user: user), isBlocked: isBlocked)
    case .compare(let isCompared, let user, let chat):
      try await repository.setCompared(isCompared, user: user, in: chat)
    case .sendFiles(let paths, let text, let chat, let reply):
      let files = paths.map { URL(fileURLWithPath: $0) }
      try await repository.send(text, attaching: files, to: chat, replyingTo: reply)
    case .forward(let message, let chat): try await repository.forward(message, to: chat)
    case .retry(let message): try await repository.retry(message)
    case .drop(let message, let chat): return .dropped(try await repository.drop(message), in: chat)
    case .retryItems(let items):
      for item in items {
        if item.subject == .file, let message = item.message {
          try await repository.retry(message.id)
        } else {
          try await repository.retry(item.recordName, in: item.chatID)
        }
      }
    case .discard(let messages):
      for message in messages { try await repository.drop(message) }
    case .saveDraft(let draft, let chat): try await repository.saveDraft(draft, in: chat)
    case .markSeen(let chat, let message): try await repository.markSeen(chat, through: message)
    case .markPartSeen(let chat, let cursor, let message):
      try await repository.markSeen(chat, downTo: cursor, through: message)
    case .markRead(let chat):
      return .markedRead([try await repository.markRead(chat)].compactMap(\.self))
    case .markAllRead: return .markedRead(try await repository.markAllRead())
    case .restoreUnread(let chats): try await repository.restoreUnread(chats)
    case .requestOlder(let chat): try await repository.requestOlderMessages(in: chat)
    }
    return nil
  }

  /// The event for the screens when the change has failed.
  package func failure(_ error: any Error) -> AppEvent {
    let reason = ErrorText.of(error)
    return switch self {
    case .send(let text, let chat, _), .edit(_, let text, let chat):
      .sendFailed(
        text, in: chat, reason: reason, isGone: error as? ChatError == .unknownMessage)
    case .sendFiles(let paths, let text, let chat, _):
      .sendFailed(text, with: paths, in: chat, reason: reason)
    case .saveDraft(_, let chat): .draftFailed(chat, reason: reason)
    case .createChat, .rename, .forward, .retry, .drop, .markSeen, .requestOlder, .delete, .react,
      .markUnread, .leave, .deleteChat, .uploadAgain, .retryItems, .discard, .setPinned,
      .setMessagePinned, .setArchived, .setNotifications, .mute, .block, .compare, .markPartSeen,
      .markRead,
      .markAllRead, .restoreUnread:
      .failed(reason)
    }
  }
}
