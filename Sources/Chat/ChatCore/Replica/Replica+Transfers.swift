import ChatModel
import ChatStore
package import CloudModel
import Foundation
import GRDB
package import SyncRules

/// The replica as the engine sees it: the files of attachments.
extension Replica {
  package func transfer(_ id: AssetTransfer.ID) async throws -> AssetTransfer? {
    let row = try await read { db in try StoredTransfer.fetch(db, id) }
    guard let row else { return nil }
    let file: URL
    switch id.direction {
    case _ where ChatZone.isSealed(id.recordID.zoneID):
      try await finishTransfer(
        id, .failed(reason: "Files in sealed chats are not sent or opened yet."))
      return nil
    case .upload:
      guard let digest = row.digest, assets.has(digest) else {
        try await finishTransfer(
          id, .failed(reason: "The file is not on this device any more. Attach it again."))
        return nil
      }
      file = assets.file(digest)
    case .download:
      try assets.makeDirectory()
      file = assets.partial(row.recordName, chatID: row.chatID)
    }
    return AssetTransfer(
      id: id, recordType: MessageRecord.recordType, fieldName: MessageRecord.Key.attachment,
      file: file, upload: row.link.map { AssetUpload(link: $0) })
  }

  package func keep(_ upload: AssetUpload?, for id: AssetTransfer.ID) async throws {
    try await update(id, "link = ?, transferred = 0", [upload?.link])
  }

  package func note(transferred bytes: Int64, for id: AssetTransfer.ID) async throws {
    try await update(id, "transferred = ?, waitReason = NULL", [bytes], .later)
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
    try await change(id) { transaction, row in
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
    }
    try await tidyAssets()
  }

  /// The bytes are here: they are taken over if they are what the sender has promised.
  private func admit(_ id: AssetTransfer.ID) async throws {
    let row = try await read { db in try StoredTransfer.fetch(db, id) }
    guard let row else { return }
    let partial = assets.partial(row.recordName, chatID: row.chatID)
    guard let digest = try assets.admit(partial, promised: row.digest) else {
      return try await finishTransfer(
        id, .failed(reason: "The downloaded bytes are not the attached file. Ask its sender."))
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
      let (uploads, downloads) = try StoredTransfer.needed(db)
      return Set(
        uploads
          + downloads.map {
            assets.partial($0.recordName, chatID: $0.chatID).lastPathComponent
          })
    }
  }
}
