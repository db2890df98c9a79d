package import ChatModel
import ChatStore
import CloudModel
import CloudSync
package import Foundation
import GRDB
import SyncRules

/// Files that go with messages.
extension ChatRepository {
  /// Writes a message with a file, and queues both; `text` may be empty, and the file gets its own name if none is
  /// given.
  ///
  /// The file is copied, so later changes to the original have no effect. The message is sent at once,
  /// its file as soon as it is uploaded.
  ///
  /// Throws `.fileUnreadable` and `.fileTooLarge` besides what sending throws.
  @discardableResult
  package func send(
    _ text: String, attaching file: URL, named name: String? = nil, to chatID: ChatID,
    replyingTo replyTo: String? = nil
  ) async throws(ChatError) -> MessageID {
    let checked = text.isEmpty ? "" : try MessageText.validated(text)
    let message = NewMessage(text: checked, file: try attach(file, named: name), replyTo: replyTo)
    return try await write([message], to: chatID)[0]
  }

  /// Writes one message for each file, in this order, and queues all or none.
  ///
  /// The first one has the text, which may be empty, and is the answer. All files are copied before anything is
  /// written.
  ///
  /// Throws as sending one file does.
  @discardableResult
  package func send(
    _ text: String, attaching files: [URL], to chatID: ChatID, replyingTo replyTo: String? = nil
  ) async throws(ChatError) -> [MessageID] {
    let checked = text.isEmpty ? "" : try MessageText.validated(text)
    var messages: [NewMessage] = []
    for file in files {
      let isFirst = messages.isEmpty
      messages.append(
        NewMessage(
          text: isFirst ? checked : "", file: try attach(file), replyTo: isFirst ? replyTo : nil))
    }
    return try await write(messages, to: chatID)
  }

  /// The bytes of a file, if it could be sent now.
  ///
  /// Throws `.fileUnreadable` and `.fileTooLarge`.
  package static func sizeToSend(_ file: URL) throws(ChatError) -> Int64 {
    try AssetFolder.size(of: file)
  }

  /// Copies a file into the folder of the replica.
  private func attach(_ file: URL, named name: String? = nil) throws(ChatError) -> AttachedFile {
    let (digest, size) = try replica.assets.stage(file)
    return AttachedFile(
      name: name ?? file.lastPathComponent,
      type: MediaType.of(name.map { URL(filePath: $0).pathExtension } ?? file.pathExtension),
      size: size, digest: digest)
  }

  /// Sends the text and the file of a message as a message of one's own in a chat.
  ///
  /// Throws `.fileNotHere` if the file is not on this device, besides what sending throws.
  @discardableResult
  package func forward(
    _ messageID: MessageID, to chatID: ChatID
  ) async throws(ChatError) -> MessageID {
    let message = try await message(messageID)
    guard let attached = message.attachment else { return try await send(message.text, to: chatID) }
    guard let file = try await attachmentFile(of: messageID) else {
      throw .fileNotHere(name: attached.name, reason: "it was not downloaded yet. Save it first.")
    }
    return try await send(message.text, attaching: file, named: attached.name, to: chatID)
  }

  /// Requests a message's file for this device; it is downloaded in the background.
  ///
  /// Throws `.noFile`, and `.fileNotHere` where the cloud does not have it either.
  package func requestAttachment(of messageID: MessageID) async throws(ChatError) {
    let assets = replica.assets
    try await changeMessage(messageID) { transaction, recordName in
      guard let message = try MessageRecord.fetch(recordName, in: transaction),
        let file = message.file
      else { throw ChatError.noFile }
      if let digest = file.digest, assets.has(digest) { return }
      guard file.isInCloud else {
        throw ChatError.fileNotHere(
          name: file.name, reason: "its sender has not uploaded it yet. Try again later.")
      }
      if case .sealed(let reason) = transaction.chat.access(for: transaction.user) {
        throw ChatError.sealed(chat: transaction.chat.name, reason: reason)
      }
      try StoredTransfer.want(.download, transaction.db, messageID: messageID.rawValue)
    }
  }

  /// A message's file and how far it got, now and after each change; nil once the message has none any more.
  package func attachment(
    of messageID: MessageID
  ) -> AsyncThrowingStream<Message.Attachment?, any Error> {
    replica.observe(MessageQueries.messageTables) { [queries] db in
      try queries(db).message(id: messageID)?.attachment
    }
  }

  /// The location of a message's file on this device; nil if the file is not here.
  ///
  /// The file belongs to the cache: read it now, and do not change it.
  package func attachmentFile(of messageID: MessageID) async throws(ChatError) -> URL? {
    let assets = replica.assets
    let digest = try await replica.read { db -> AssetDigest? in
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: "SELECT fileDigest FROM message WHERE id = ? AND fileName IS NOT NULL"),
        arguments: [messageID.rawValue])
      guard let row else { throw ChatError.noFile }
      return (row[0] as String?).flatMap { AssetDigest($0) }
    }
    guard let digest, assets.has(digest) else { return nil }
    assets.touch(digest)
    return assets.file(digest)
  }

  /// Copies a message's file into a folder, or to a place that does not exist yet; nil if it is not on
  /// this device.
  ///
  /// In a folder it gets its own name (`FileName`), with a number if that is taken.
  ///
  /// Throws `.noFile`, `.fileExists`, `.fileUnwritable`.
  package func saveAttachment(
    of messageID: MessageID, to place: URL
  ) async throws(ChatError) -> URL? {
    guard let source = try await attachmentFile(of: messageID),
      let name = try await message(messageID).attachment?.name
    else { return nil }
    let saver = FileSaver(source: source)
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder)
    return isThere && isFolder.boolValue
      ? try saver.save(in: place, named: name) : try saver.save(at: place)
  }
}
