package import Foundation

/// One thing that happened to a chat, to something that is sent, or to the engine.
package struct JournalEntry: Sendable, Equatable, Identifiable {
  /// The kind of the event.
  ///
  /// The events of one record, applied in order, give its state: it is in the queue from `queued` or `retried` until it
  /// was sent, superseded, cancelled, gone or failed.
  package enum Kind: String, Sendable, CaseIterable, Codable {
    // What is sent
    case queued, undecided, merged, sent, superseded, cancelled, failed, retried
    /// Somebody else has deleted the record.
    case gone
    // Files
    case uploaded, reuploading, downloaded, transferFailed
    // Chats
    case found, resyncing, resynced, ended, uploadedAgain, forgotten
    case fetched
    /// Its name in stored journals, and in `events`, is older.
    case previewed = "glanced"
    // The engine
    case status, waiting
  }

  package var id: Int64
  package var time: Date
  package var kind: Kind
  package var chatID: ChatID?
  package var recordName: String?
  package var detail: String?

  package init(
    id: Int64, time: Date, kind: Kind, chatID: ChatID? = nil, recordName: String? = nil,
    detail: String? = nil
  ) {
    self.id = id
    self.time = time
    self.kind = kind
    self.chatID = chatID
    self.recordName = recordName
    self.detail = detail
  }
}
