import ChatCore
import ChatModel
import CloudModel
import Foundation

extension ArchiveLine.Head {
  init(
    _ chat: ChatSummary, owner: String, members: [Member], since: Date?, exportedAt: Date,
    by account: String, program: String
  ) {
    self.init(
      title: chat.name, chat: chat.zoneName, owner: owner,
      people: members.map { member in
        ArchiveLine.Person(
          name: member.name, displayName: member.displayName,
          userRecordName: member.userRecordName, role: member.role.rawValue,
          permission: member.permission.rawValue, status: member.status.rawValue)
      },
      since: since, exportedAt: exportedAt, exportedBy: account, program: program,
      isComplete: chat.history == .complete)
  }
}

extension ArchiveLine.Message {
  /// A message as an archive has it; `path` is where the archive has its file.
  ///
  /// Of an imported message, what its origin says comes first, so that an archive of an imported chat says the same as
  /// the one from which it was imported.
  init(_ message: ArchivedMessage, path: String?) {
    let record = message.record
    let origin = record.origin
    self.init(
      id: record.recordName, sender: origin?.sender ?? message.senderName,
      senderID: origin?.senderID ?? record.senderID,
      text: origin?.unheaded(record.text) ?? record.text, timestamp: record.timestamp,
      isSent: message.isSent)
    revision = record.revision > 0 ? record.revision : nil
    editedAt = record.editedAt
    changedBy = message.changerName ?? origin?.changedBy
    deletedAt = record.deletedAt
    replyTo = record.replyTo
    if !message.history.isEmpty {
      history = message.history.map {
        .init(
          text: $0.text, timestamp: $0.writtenAt, changedBy: $0.changedBy,
          file: $0.file.map { file in
            .init(name: file.name, type: file.type, size: file.size, sha256: file.digest?.text)
          })
      }
    }
    let reactions =
      message.reactions.map {
        ArchiveLine.Reaction(
          emoji: $0.emoji, sender: $0.name, senderID: $0.userID, timestamp: $0.reactedAt)
      }
      + (origin?.reactions ?? []).map {
        ArchiveLine.Reaction(
          emoji: $0.emoji, sender: $0.sender, senderID: $0.senderID,
          timestamp: Date(millisecondsSince1970: $0.timestamp))
      }
    if !reactions.isEmpty {
      self.reactions = reactions.sorted {
        ($0.timestamp, $0.senderID, $0.emoji) < ($1.timestamp, $1.senderID, $1.emoji)
      }
    }
    moreReactions = message.moreReactions > 0 ? message.moreReactions : nil
    pinnedAt = message.pin?.pinnedAt
    pinnedBy = message.pin?.name
    if let file = record.file {
      attachment = .init(
        name: file.name, type: file.type, size: file.size, sha256: file.digest?.text, path: path)
    } else if let file = origin?.file {
      attachment = .init(name: file.name, type: file.type, size: file.size, sha256: file.digest)
    }
    importedBy = origin == nil ? nil : message.senderName
  }
}

extension ArchiveLine.Event {
  init(_ event: ChatEvent) {
    self.init(
      event: event.kind.word, timestamp: event.time, person: event.person?.name,
      by: event.actor?.name, text: event.sentence)
    switch event.kind {
    case .joined, .left, .removed, .gone, .declined: break
    case .permission(let permission): self.permission = permission.rawValue
    case .renamed(let name): self.name = name
    case .missing(let count): self.count = count
    }
  }
}
