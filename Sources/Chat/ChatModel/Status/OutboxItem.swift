package import Foundation

/// Something that the cloud has not confirmed, as a person asks about it.
package struct OutboxItem: Sendable, Equatable {
  package enum Subject: Sendable, Hashable {
    case file, chat, share, title, message, mark(MarkKind), settings, block, record
    /// The time of the newest message, which the chat's record holds beside its title.
    case newestTime

    /// The name of the subject for programs.
    package var name: String {
      switch self {
      case .file: "file"
      case .chat: "chat"
      case .share: "share"
      case .title: "title"
      case .message: "message"
      case .mark(let kind): kind.rawValue
      case .settings: "settings"
      case .block: "block"
      case .record: "record"
      case .newestTime: "newestTime"
      }
    }
  }

  /// A message of this device.
  package struct Message: Sendable, Equatable {
    package var id: MessageID
    package var timestamp: Date

    package init(id: MessageID, timestamp: Date) {
      self.id = id
      self.timestamp = timestamp
    }
  }

  package enum State: Sendable, Equatable {
    /// Its place among what waits in the chat, from 1.
    case queued(place: Int)
    case sending
    case waiting(until: Date, reason: String)
    /// A file: how many bytes have been uploaded, and why the upload waits, if it does.
    case uploading(bytes: Int64, of: Int64, waitReason: String?)
    case failed(reason: String)
  }

  package var chatID: ChatID
  /// Not sanitised.
  package var chatName: String
  /// The name for `outbox retry` and `outbox drop`; empty for the chat itself.
  package var recordName: String
  /// The message that it is about, for a message or a file; it says where to go.
  package var message: Message?
  package var subject: Subject
  package var isDeletion: Bool
  /// Whether the item changes something that the cloud has already.
  package var isChange = false
  /// Whether the client wrote the item by itself and it may wait: a read mark, or the time of the newest message.
  package var isLowPriority = false
  /// When it was written; nil where that is not known any more.
  package var since: Date?
  package var state: State
  /// The message's text, for a message; not sanitised.
  package var text: String?
  /// The name of the message's file, for a message that has one; not sanitised.
  package var fileName: String?
  /// Whether the cloud may have stored the item already, because an answer was lost.
  package var mayBeStored: Bool

  package init(
    chatID: ChatID, chatName: String, recordName: String, message: Message? = nil,
    subject: Subject, isDeletion: Bool, state: State, text: String? = nil, mayBeStored: Bool
  ) {
    self.chatID = chatID
    self.chatName = chatName
    self.recordName = recordName
    self.message = message
    self.subject = subject
    self.isDeletion = isDeletion
    self.state = state
    self.text = text
    self.mayBeStored = mayBeStored
  }
}

extension OutboxItem: Identifiable {
  package struct ID: Hashable, Sendable {
    package var chat: ChatID
    package var recordName: String
    package var subject: Subject
  }

  package var id: ID { ID(chat: chatID, recordName: recordName, subject: subject) }
}
