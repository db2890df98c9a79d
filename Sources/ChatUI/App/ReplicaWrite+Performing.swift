package import ChatCore
import ChatModel
import Foundation
import TextCompletion

extension ReplicaWrite {
  /// Makes the change; returns an event if the screens have to know more than they observe.
  package func perform(on repository: ChatRepository) async throws -> AppEvent? {
    switch self {
    case .createChat(let title): return .created(try await repository.createChat(title: title))
    case .rename(let chat, let title): try await repository.rename(chat, to: title)
    case .setPinned(let isPinned, let chat): try await repository.setPinned(isPinned, of: chat)
    case .setArchived(let isArchived, let chat):
      try await repository.setArchived(isArchived, of: chat)
    case .setNotifications(let notifications, let chat):
      try await repository.setNotifications(notifications, of: chat)
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
    case .attach(let path, let chat, let reply):
      try await repository.send("", attaching: Self.file(path), to: chat, replyingTo: reply)
    case .saveFile(let message, let folder):
      if let place = try await repository.saveAttachment(of: message, to: Self.file(folder)) {
        return .saved(message, path: place.path)
      }
      try await repository.requestAttachment(of: message)
      return .fetching(message, folder: folder)
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
    case .requestOlder(let chat): try await repository.requestOlderMessages(in: chat)
    }
    return nil
  }

  /// The file that a person means: the one of this very name, or else the path as a shell would take it.
  private static func file(_ text: String) -> URL {
    let plain = (text as NSString).expandingTildeInPath
    if FileManager.default.fileExists(atPath: plain) { return URL(fileURLWithPath: plain) }
    return URL(fileURLWithPath: (PathText.read(text) as NSString).expandingTildeInPath)
  }
}
