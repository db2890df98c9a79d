package import ChatCore
import ChatModel
import CloudModel
package import Foundation

/// The answer of a device after an action.
package struct DeviceAnswer: Sendable, Equatable, Codable {
  /// The zone of the chat that was made or joined.
  package var zone: String?
  /// The short GUID of the share to which a new link leads.
  package var link: String?
  /// The records of the messages that were written, in their order.
  package var records: [String] = []

  package init(zone: String? = nil, link: String? = nil, records: [String] = []) {
    self.zone = zone
    self.link = link
    self.records = records
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    zone = try fields.decodeIfPresent(String.self, forKey: .zone)
    link = try fields.decodeIfPresent(String.self, forKey: .link)
    records = try fields.decode(.records, or: [])
  }
}

/// Does on a device what a scenario says; chats are called by their zones, messages by their records.
package struct DeviceActor: Sendable {
  private let repository: ChatRepository
  private let sharing: ChatSharing
  /// The folder for files to attach, which are written there for a moment.
  private let folder: URL

  package init(repository: ChatRepository, sharing: ChatSharing, folder: URL) {
    self.repository = repository
    self.sharing = sharing
    self.folder = folder
  }

  /// Throws the errors of `ChatRepository` and `ChatSharing`, whose sentences people see.
  package func perform(_ action: DeviceAction) async throws -> DeviceAnswer {
    switch action {
    case .create(let title):
      let made = try await repository.createChat(title: title)
      return DeviceAnswer(zone: try await zone(of: made))
    case .accept(let link):
      let joined = try await sharing.join(InvitationLink(shortGUID: link, title: nil))
      return DeviceAnswer(zone: try await zone(of: joined))
    case .decline(let link):
      try await sharing.decline(InvitationLink(shortGUID: link, title: nil))
    case .join(let link):
      let joined = try await sharing.join(InvitationLink(parsing: link))
      return DeviceAnswer(zone: try await zone(of: joined))
    case .set(let setting, let chat): try await set(setting, of: try await id(chat))
    case .search(let words, let chat, let expected):
      let found = try await repository.search(words, in: try await id(chat))
        .map { $0.message.text }
      guard found == expected else {
        throw ActorFailure("The search finds \(DeviceExpectation.quoted(found)).")
      }
    case .rename(let chat, let title):
      try await repository.rename(try await id(chat), to: title)
    case .read(let chat):
      let chat = try await id(chat)
      try await repository.markSeen(chat, through: try await repository.newestArrival(in: chat))
      // Who reads everything reaches the beginning of what is here, and looks for more.
      if try await repository.currentChatSummaries().first(where: { $0.id == chat })?.history
        != .complete
      {
        try await repository.requestOlderMessages(in: chat)
      }
    case .leave(let chat): try await repository.leave(try await id(chat))
    case .deleteChat(let chat): try await repository.deleteChat(try await id(chat))
    case .uploadAgain(let chat): try await repository.uploadAgain(try await id(chat))
    case .invite, .openLink, .permit, .remove, .stopSharing: return try await share(action)
    case .send, .attach, .download, .edit, .delete, .react, .pin, .retry, .drop:
      return try await write(action)
    case .plant: throw ActorFailure("Only another application can do this: add ‘elsewhere: yes’.")
    }
    return DeviceAnswer()
  }

  private func share(_ action: DeviceAction) async throws -> DeviceAnswer {
    switch action {
    case .invite(let people, let chat, let permission):
      let link = try await sharing.invite(people, to: try await id(chat), permission: permission)
      return DeviceAnswer(link: link.shortGUID)
    case .openLink(let chat, let permission):
      let link = try await sharing.openLink(of: try await id(chat), permission: permission)
      return DeviceAnswer(link: link.shortGUID)
    case .permit(let person, let chat, let permission):
      try await sharing.setPermission(of: person, in: try await id(chat), to: permission)
    case .remove(let person, let chat):
      try await sharing.remove(person, from: try await id(chat))
    case .stopSharing(let chat): try await sharing.stopSharing(try await id(chat))
    default: break
    }
    return DeviceAnswer()
  }

  private func write(_ action: DeviceAction) async throws -> DeviceAnswer {
    switch action {
    case .send(let texts, let chat, let replyTo):
      let chat = try await id(chat)
      guard let replyTo else {
        return try await answer(try await repository.send(texts, to: chat))
      }
      let answered = try await message(replyTo, in: chat).recordName
      var sent: [MessageID] = []
      for text in texts {
        sent.append(try await repository.send(text, to: chat, replyingTo: answered))
      }
      return try await answer(sent)
    case .attach(let content, let text, let chat):
      let file = folder.appendingPathComponent(content.name)
      try Data(content.bytes).write(to: file)
      // The repository has made a copy by then; what stays costs only space until the scenario ends.
      defer { try? FileManager.default.removeItem(at: file) }
      return try await answer([
        try await repository.send(text, attaching: file, to: try await id(chat))
      ])
    case .download(let message, let chat):
      try await repository.requestAttachment(of: try await id(message, chat))
    case .edit(let message, let chat, let text):
      try await repository.edit(try await id(message, chat), to: text)
    case .delete(let message, let chat): try await repository.delete(try await id(message, chat))
    case .react(let emoji, let message, let chat, let isRemoved):
      try await repository.react(emoji, to: try await id(message, chat), isRemoved: isRemoved)
    case .pin(let message, let chat, let isPinned):
      try await repository.setPinned(isPinned, message: try await id(message, chat))
    case .retry(let message, let chat): try await repository.retry(try await id(message, chat))
    case .drop(let message, let chat):
      _ = try await repository.drop(try await id(message, chat))
    default: break
    }
    return DeviceAnswer()
  }

  private func set(_ setting: ChatSetting, of chat: ChatID) async throws {
    switch setting {
    case .pinned(let isPinned): try await repository.setPinned(isPinned, of: chat)
    case .archived(let isArchived): try await repository.setArchived(isArchived, of: chat)
    case .notifications(.all): try await repository.setNotifications(.all, of: chat)
    case .notifications(.mentions): try await repository.setNotifications(.mentions, of: chat)
    case .notifications(.none): try await repository.setNotifications(.none, of: chat)
    }
  }

  private func answer(_ sent: [MessageID]) async throws -> DeviceAnswer {
    DeviceAnswer(records: try await repository.messages(sent).map(\.recordName))
  }

  private func zone(of chat: ChatID) async throws -> String? {
    try await repository.currentChatSummaries().first { $0.id == chat }?.zoneName
  }

  /// The chat in a zone, or with this title.
  private func id(_ chat: String) async throws -> ChatID {
    let chats = try await repository.currentChatSummaries()
    guard let found = chats.first(where: { $0.zoneName == chat || $0.name == chat }) else {
      throw ActorFailure("The device has no chat ‘\(chat)’.")
    }
    return found.id
  }

  private func id(_ message: String, _ chat: String) async throws -> MessageID {
    try await self.message(message, in: try await id(chat)).id
  }

  /// The message of this record, or the newest with this text or a file of this name.
  private func message(_ name: String, in chat: ChatID) async throws -> Message {
    let messages = try await repository.page(in: chat, before: nil, limit: DeviceView.messageLimit)
    let found =
      messages.last { $0.recordName == name }
      ?? messages.last { $0.text == name || $0.attachment?.name == name }
    guard let found else { throw ActorFailure("The device has no message ‘\(name)’ there.") }
    return found
  }
}

/// A device has nothing of the name that a scenario uses.
package struct ActorFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
