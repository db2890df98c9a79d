package import CloudModel
package import CloudSync
import Foundation
import GRDB

/// The replica as the engine sees it: fetching.
extension Replica: SyncStore {
  package func survey() async throws -> SyncMachine.Survey {
    try await read { db in
      // Newest activity first, so that what a person looks at comes before what they have forgotten.
      let order = "ORDER BY (SELECT max(id) FROM message WHERE chatID = chat.id) DESC"
      let toSend = try StoredChat.fetchAll(
        db,
        sql: """
          SELECT * FROM chat
          WHERE id IN (SELECT DISTINCT chatID FROM outbox WHERE failure IS NULL) \(order)
          """)
      let toFetch = try StoredChat.fetchAll(db, sql: "SELECT * FROM chat WHERE hasChanges \(order)")
      return SyncMachine.Survey(
        zonesToSend: toSend.map(\.zoneID), zonesToFetch: toFetch.map(\.zoneID))
    }
  }

  package func changeToken(for scope: DatabaseScope) async throws -> ServerChangeToken? {
    try await read { db in
      try String.fetchOne(
        db, sql: "SELECT token FROM databaseToken WHERE scope = ?",
        arguments: [scope.pathComponent]
      ).map(ServerChangeToken.init)
    }
  }

  package func apply(_ changes: DatabaseChanges, in scope: DatabaseScope) async throws {
    let user = account.userRecordName
    try await write { db in
      try DatabaseChangeWriter(db: db, user: user, scope: scope).apply(changes)
    }
  }

  package func forgetChangeToken(for scope: DatabaseScope) async throws {
    let user = account.userRecordName
    try await write { db in
      try DatabaseChangeWriter(db: db, user: user, scope: scope).beginListing()
    }
  }

  package func position(in zoneID: RecordZoneID) async throws -> ZonePosition? {
    try await read { db in try StoredChat.fetch(db, zoneID: zoneID)?.position }
  }

  package func apply(
    _ changes: RecordZoneChanges, in zoneID: RecordZoneID, from position: ZonePosition
  ) async throws -> Bool {
    let user = account.userRecordName
    return try await write { db in
      guard let chat = try StoredChat.fetch(db, zoneID: zoneID), let present = chat.position,
        present.changeToken == position.changeToken, present.epoch == position.epoch
      else { return false }
      var writer = try ZoneChangeWriter(db: db, user: user, chat: chat)
      try writer.apply(changes, marks: position.marks)
      return true
    }
  }

  package func beginResync(of zoneID: RecordZoneID) async throws {
    try await write { db in
      guard var chat = try StoredChat.fetch(db, zoneID: zoneID), chat.sealReason == nil else {
        return
      }
      chat.changeToken = nil
      chat.epoch += 1
      chat.isResyncing = true
      chat.hasChanges += 1
      try chat.update(db)
    }
  }

  package func seal(_ zoneID: RecordZoneID) async throws {
    let scope = zoneID.databaseScope(for: account.userRecordName)
    try await write { db in
      guard var chat = try StoredChat.fetch(db, zoneID: zoneID), chat.sealReason == nil else {
        return
      }
      try chat.seal(db, reason: DatabaseChangeWriter.sealReason(in: scope, .deleted))
    }
  }

  package func apply(invitations: [ShareMetadata]) async throws {
    try await write { db in
      try db.execute(sql: "DELETE FROM invitation")
      for invitation in invitations {
        try db.execute(
          sql: """
            INSERT OR REPLACE INTO invitation (shortGUID, chatName, ownerName, permission)
            VALUES (?, ?, ?, ?)
            """,
          arguments: [
            invitation.shortGUID, invitation.title ?? "",
            invitation.ownerIdentity.givenName ?? "", invitation.participantPermission.rawValue,
          ])
      }
    }
  }

  package func publish(_ status: SyncStatus) async throws {
    let (state, reason): (StoredConnection.State, String) =
      switch status {
      case .connecting: (.connecting, "")
      case .syncing: (.syncing, "")
      case .upToDate: (.upToDate, "")
      case .offline(let reason): (.offline, reason)
      }
    let time = now().millisecondsSince1970
    try await write { db in
      try StoredConnection.write(db, state: state, reason: reason, at: time)
    }
  }
}
