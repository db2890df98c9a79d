package import ChatModel
import CloudModel
package import Foundation

/// The import of an archive's messages into a chat of the person who imports it.
///
/// A message keeps its record name, its time and what was changed. One of another person becomes one of this account
/// that says who had written it; reactions of others are kept for the next archive (`MessageOrigin`).
package struct MessageImport {
  let reader: ArchiveReader
  let folder: ArchiveFolder
  private let account: Account

  /// The import of the archive `file` by an account.
  package init(_ file: ArchiveFile, by account: Account, now: Date) {
    reader = ArchiveReader(now: now)
    folder = ArchiveFolder(folder: file.folder)
    self.account = account
  }

  /// The records of a message; `file` is its file, if the archive has the bytes.
  func records(
    of line: ArchiveLine.Message, file: AttachedFile?
  ) throws(ArchiveReader.Problem) -> ImportedMessage {
    let user = account.userRecordName
    var origin = MessageOrigin()
    if line.senderID != user { (origin.sender, origin.senderID) = (line.sender, line.senderID) }
    origin.changedBy = line.changedBy
    if let missing = line.attachment, missing.path == nil {
      origin.file = .init(
        name: missing.name, type: missing.type, size: missing.size, digest: missing.sha256)
    }
    let (own, others) = (line.reactions ?? []).partitioned { $0.senderID == user }
    if !others.isEmpty {
      origin.reactions = others.map {
        .init(
          emoji: $0.emoji, sender: $0.sender, senderID: $0.senderID,
          timestamp: $0.timestamp.millisecondsSince1970)
      }
    }
    var message = MessageRecord(
      recordName: line.id, senderID: user, text: origin.headed(line.text),
      timestamp: line.timestamp)
    guard message.text.utf8.count <= Message.textLimitBytes else {
      throw .init(
        "its text and the name of its sender have \(message.text.utf8.count) bytes; at most "
          + "\(Message.textLimitBytes) fit")
    }
    message.revision = line.revision ?? 0
    message.editedAt = line.editedAt
    message.replyTo = line.replyTo
    message.file = file
    message.unknownFields.values[MessageOrigin.key] = try field(of: &origin)
    let reactions = Dictionary(own.map { ($0.emoji, $0.timestamp) }) { first, _ in first }.map {
      ReactionRecord(
        messageName: line.id, userID: user, emoji: $0.key, changedAt: $0.value, isRemoved: false)
    }.sorted { $0.recordName < $1.recordName }
    let pin = line.pinnedAt.map {
      MessagePinRecord(messageName: line.id, changedAt: $0, isRemoved: false, changedBy: user)
    }
    let names = reactions.map(\.recordName) + [pin?.recordName].compactMap(\.self)
    guard names.allSatisfy({ $0.utf8.count <= 255 }) else {
      throw .init("its id is too long for its reactions and its pin")
    }
    return ImportedMessage(message: message, reactions: reactions, pin: pin)
  }

  /// The origin as the record's field, without the last reactions where all of them are too many.
  private func field(of origin: inout MessageOrigin) throws(ArchiveReader.Problem) -> FieldValue? {
    do {
      while true {
        let field = try origin.field()
        guard let text = field?.stringValue, text.utf8.count > MessageOrigin.limitBytes,
          let reactions = origin.reactions, !reactions.isEmpty
        else { return field }
        origin.reactions = reactions.dropLast(max(1, reactions.count / 8))
      }
    } catch {
      throw .init("it cannot be kept, because JSON has no such values")
    }
  }
}

extension Array {
  fileprivate func partitioned(
    by belongs: (Element) -> Bool
  ) -> (matching: [Element], rest: [Element]) {
    (filter(belongs), filter { !belongs($0) })
  }
}
