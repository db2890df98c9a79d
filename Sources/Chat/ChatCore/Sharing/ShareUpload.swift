import CloudModel
import GRDB

/// The progress of a new chat's share on its way to the cloud.
enum ShareUpload: Sendable, Equatable {
  /// The share does not wait in the outbox.
  case done
  /// The engine sends it, or is about to.
  case underWay
  /// No engine is at work, or it cannot reach the cloud.
  case stalled
  /// The cloud refused it.
  case failed(reason: String)

  init(_ db: Database, of chat: StoredChat) throws {
    guard
      let entry = try StoredOutbox.fetch(
        db, chatID: chat.requireID(), recordName: RecordID.zoneWideShareName)
    else {
      self = .done
      return
    }
    if let reason = entry.failure {
      self = .failed(reason: reason)
      return
    }
    self = try StoredConnection.state(db)?.isAtWork == true ? .underWay : .stalled
  }
}
