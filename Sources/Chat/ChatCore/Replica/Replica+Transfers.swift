import ChatModel
import ChatStore
package import CloudModel
import Foundation
import GRDB
package import SyncRules

/// The replica as the engine sees it: the files of attachments.
extension Replica {
  package func transfer(_ id: AssetTransfer.ID) async throws -> AssetTransfer? {
    guard let (row, sealed) = try await wanted(id) else { return nil }
    let isSealed = ChatZone.isSealed(id.recordID.zoneID)
    guard !isSealed || sealed != nil else {
      try await finishTransfer(id, .failed(reason: FailureWords.otherBytes))
      return nil
    }
    let file: URL
    switch id.direction {
    case .upload:
      guard let bytes = try fileToUpload(row, sealed) else {
        try await finishTransfer(
          id, .failed(reason: "The file is not on this device any more. Attach it again."))
        return nil
      }
      file = bytes
    case .download:
      try assets.makeDirectory()
      file = assets.partial(row.recordName, chatID: row.chatID)
    }
    return AssetTransfer(
      id: id, recordType: isSealed ? SealedType.message.rawValue : MessageRecord.recordType,
      fieldName: MessageRecord.Key.attachment, file: file, size: sealed?.sealedSize,
      upload: row.link.map { AssetUpload(link: $0) })
  }

  /// A transfer that is still wanted, and its file if the chat is sealed.
  private func wanted(_ id: AssetTransfer.ID) async throws -> (StoredTransfer, SealedAttachment?)? {
    try await read { db in
      guard let row = try StoredTransfer.fetch(db, id) else { return nil }
      guard ChatZone.isSealed(id.recordID.zoneID) else { return (row, nil) }
      let message = try StoredMessage.fetch(db, chatID: row.chatID, recordName: row.recordName)
      return (row, message.flatMap(SealedAttachment.init))
    }
  }

  /// The bytes that the cloud gets: of a sealed file a copy, which is kept until then; nil if they are not here.
  private func fileToUpload(_ row: StoredTransfer, _ sealed: SealedAttachment?) throws -> URL? {
    guard let digest = row.digest, assets.has(digest) else { return nil }
    guard let sealed else { return assets.file(digest) }
    let copy = assets.sealedCopy(row.recordName, chatID: row.chatID)
    if FileManager.default.fileExists(atPath: copy.path) { return copy }
    do {
      try assets.make(copy, from: assets.file(digest), sealed.seal)
      return copy
    } catch is SealedAttachment.OtherBytes {
      return nil
    }
  }

  package func keep(_ upload: AssetUpload?, for id: AssetTransfer.ID) async throws {
    try await update(id, "link = ?, transferred = 0", [upload?.link])
  }

  package func note(transferred bytes: Int64, for id: AssetTransfer.ID) async throws {
    // A sealed file has more bytes in the cloud than here.
    try await update(
      id,
      """
      transferred = min(?, (SELECT coalesce(fileSize, 0) FROM message WHERE id = messageID)),
      waitReason = NULL
      """,
      [bytes], .later)
  }

  package func note(waiting reason: String, for id: AssetTransfer.ID) async throws {
    try await update(id, "waitReason = ?", [reason], .later)
  }

  package func title(ofOwnZone zoneName: String) async throws -> String? {
    try await read { [account] db in
      let zoneID = RecordZoneID(zoneName: zoneName, ownerName: account.userRecordName)
      guard let chat = try StoredChat.fetch(db, zoneID: zoneID), chat.isChat else { return nil }
      return try chat.title(db, for: account)
    }
  }

  private func update(
    _ id: AssetTransfer.ID, _ assignments: String, _ values: StatementArguments,
    _ durability: Durability = .atOnce
  ) async throws {
    try await write(durability) { db in
      guard let row = try StoredTransfer.fetch(db, id) else { return }
      try db.cachedStatement(sql: "UPDATE transfer SET \(assignments) WHERE messageID = ?")
        .execute(arguments: values + [row.messageID])
    }
  }

  package func finishTransfer(
    _ id: AssetTransfer.ID, _ outcome: AssetTransfer.Outcome
  ) async throws {
    switch outcome {
    case .uploaded(let asset): try await attach(asset, id)
    case .downloaded: try await admit(id)
    case .failed(let reason):
      try await change(id) { transaction, row in
        try StoredTransfer.fail(transaction.db, messageID: row.messageID, reason: reason)
        try transaction.note(.transferFailed, row.recordName, detail: reason)
      }
    }
  }

  /// Queues the message with its uploaded file, because the cloud has the bytes now.
  private func attach(_ asset: Asset, _ id: AssetTransfer.ID) async throws {
    let uploaded = try UploadedAsset.encoded(asset)
    try await change(id) { [assets] transaction, row in
      let recordName = row.recordName
      let pending = try transaction.pending(recordName)
      let message = try MessageRecord.fetch(recordName, in: transaction)
      try transaction.db.cachedStatement(
        sql: "UPDATE transfer SET uploaded = ?, waitReason = NULL WHERE messageID = ?"
      ).execute(arguments: [uploaded, row.messageID])
      try transaction.note(.uploaded, recordName, detail: "\(asset.size) bytes")
      try transaction.queue(
        recordName, .message,
        changing: pending == nil ? message?.record(ofCloud: transaction) : nil)
      assets.remove(assets.sealedCopy(recordName, chatID: row.chatID))
    }
    try await tidyAssets()
  }

  /// The bytes are here: they are taken over if they are what the sender has promised.
  private func admit(_ id: AssetTransfer.ID) async throws {
    guard let (row, sealed) = try await wanted(id) else { return }
    let partial = assets.partial(row.recordName, chatID: row.chatID)
    guard let digest = try admit(partial, row, sealed) else {
      return try await finishTransfer(id, .failed(reason: FailureWords.otherBytes))
    }
    try await change(id) { transaction, row in
      try transaction.db.cachedStatement(sql: "UPDATE message SET fileDigest = ? WHERE id = ?")
        .execute(arguments: [digest.text, row.messageID])
      try transaction.db.cachedStatement(sql: "DELETE FROM transfer WHERE messageID = ?")
        .execute(arguments: [row.messageID])
      try transaction.note(.downloaded, row.recordName)
    }
    try await tidyAssets()
  }

  /// Takes over downloaded bytes; nil, and they are gone, if they are not those of the file.
  private func admit(
    _ partial: URL, _ row: StoredTransfer, _ sealed: SealedAttachment?
  ) throws -> AssetDigest? {
    guard let sealed else { return try assets.admit(partial, promised: row.digest) }
    defer { assets.remove(partial) }
    do {
      let digest = sealed.digest
      try assets.make(assets.file(digest), from: partial, sealed.open)
      return digest
    } catch is SealedAttachment.OtherBytes {
      return nil
    }
  }

  /// Runs `body` on a transfer that is still wanted.
  private func change(
    _ id: AssetTransfer.ID,
    _ body: @escaping @Sendable (inout ChatTransaction, StoredTransfer) throws -> Void
  ) async throws {
    try await change(id.recordID.zoneID) { transaction in
      guard let row = try StoredTransfer.fetch(transaction.db, id) else { return }
      try body(&transaction, row)
    }
  }

  /// Keeps the folder of files within its bound, whenever it has grown.
  private func tidyAssets() async throws {
    assets.tidy(needed: try await neededFiles())
  }

  /// The names of the files in the folder of assets that are still to be moved.
  package func neededFiles() async throws -> Set<String> {
    try await read { [assets] db in
      let (uploads, sealed, downloads) = try StoredTransfer.needed(db)
      let copies =
        sealed.map { assets.sealedCopy($0.recordName, chatID: $0.chatID) }
        + downloads.map { assets.partial($0.recordName, chatID: $0.chatID) }
      return Set(uploads + copies.map(\.lastPathComponent))
    }
  }
}
