import ChatCore
import ChatModel
import CloudModel
import CloudSync
import CommandSupport
import Foundation

/// The result of a command, as `--json` prints it.
struct DoneJSON: Encodable {
  /// The command.
  var action: String
  var chat: String?
  var message: String?
  /// The name of the account that it was about.
  var member: String?
  var permission: String?
  /// The bytes that each member may store in the chat.
  var memberBytes: Int64?
  /// The number of changes that the command was about.
  var count: Int?
  /// The text that was discarded.
  var text: String?
  /// Whether the cloud has the change; if not, it is kept and sent later.
  var isSent = true
  /// The reason why the cloud does not have it yet.
  var reason: String?
}

/// Reports of commands after they have changed something.
extension Session {
  /// Syncs for a moment, and says what was done with a message and how far that got.
  func report(
    on id: MessageID, in chat: ChatSummary, json: Bool, words: String
  ) async throws {
    let status = try await syncAfterWriting()
    let message = try await repository.message(id)
    if json { try Output.json(MessageJSON(message, chat: chat.zoneName)) }
    if case .failed(let reason) = message.delivery { throw Failure("Not sent: \(reason)") }
    if !json { Output.note(words) }
    // What the cloud refuses may be something else; the names of reactions have the message's in them.
    let isWaiting = try await repository.outbox(of: chat.id)
      .contains { $0.recordName.contains(message.recordName) }
    if let reason = isWaiting ? status.reason : status.obstacle {
      Output.note("Not sent yet: \(reason). The change is kept, and sent later.")
    }
  }

  /// Finds the message that a command is about.
  ///
  /// For the newest message of a chat, which may be somebody else's, the cloud is asked first, if it can be.
  func message(
    matching text: String, last: LastMessage, in chat: ChatSummary
  ) async throws -> MessageID {
    if text == "last", last != .own { _ = try await syncAfterWriting(limit: .seconds(3)) }
    return try await repository.message(matching: text, last: last, in: chat)
  }

  /// The start of a report on a message.
  func done(
    _ action: String, _ id: MessageID, in chat: ChatSummary
  ) async throws -> DoneJSON {
    DoneJSON(
      action: action, chat: chat.zoneName, message: try await repository.message(id).recordName)
  }

  /// Syncs for a moment, and says what was done; `later` says what is so until the cloud has it.
  ///
  /// `subjects` tell which entries of the chat's outbox the command has made; settings have none there. Throws where
  /// the cloud refuses the change.
  func finish(
    _ done: DoneJSON, of chatID: ChatID, _ subjects: Set<OutboxItem.Subject>, json: Bool,
    words: String, later: String
  ) async throws {
    var done = done
    let isMine = { (item: OutboxItem) in
      // Of several messages only the one that the command is about counts.
      subjects.contains(item.subject)
        && (item.subject != .message || item.recordName == done.message)
    }
    let records = Set(try await repository.outbox(of: chatID).filter(isMine).map(\.recordName))
    let start = try await repository.currentNewestJournalEntry()
    let status = try await syncAfterWriting()
    // Of a change without an entry in the chat's outbox only the status says whether it was sent.
    if subjects.isEmpty, status != .upToDate {
      done.reason = status.reason ?? "no answer in time"
      done.isSent = false
    }
    for item in try await repository.outbox(of: chatID).filter(isMine) {
      done.isSent = false
      switch item.state {
      case .failed(let reason): throw Failure("The cloud does not accept it: \(reason)")
      case .waiting(_, let reason): done.reason = reason
      case .queued, .sending, .uploading: done.reason = status.reason ?? "no answer in time"
      }
    }
    // A refused change may be gone from the outbox: the cloud's copy has taken its place.
    let refusal = try await repository.journal(after: start, in: chatID, limit: 1000).last {
      $0.kind == .failed && $0.recordName.map(records.contains) == true
    }
    if let refusal {
      throw Failure("The cloud does not accept it: \(refusal.detail ?? "refused").")
    }
    try say(done, json: json, words: words)
    if let reason = done.reason { Output.note("Not sent yet: \(reason). \(later)") }
  }

  /// Says what was done, as words or as data.
  func say(_ done: DoneJSON, json: Bool, words: String) throws {
    if json { try Output.json(done) } else { Output.note(words) }
  }

  /// Does `body`; if this device believes that the person may only read, asks the cloud first whether that
  /// is still so.
  func withFreshRights<Success>(_ body: () async throws -> Success) async throws -> Success {
    do {
      return try await body()
    } catch let refusal as ChatError {
      guard case .readOnly = refusal, try await syncAfterWriting() == .upToDate else {
        throw refusal
      }
      return try await body()
    }
  }

  /// Syncs until the cloud has the messages or refuses them, for `limit` at most;
  /// returns why something cannot be sent now.
  func syncUntilSent(
    _ ids: ClosedRange<MessageID>, in chatID: ChatID, limit: Duration
  ) async throws -> String? {
    try await whileSyncing { try await waitUntilSent(ids, in: chatID, limit: limit) }
    return try await repository.currentConnectionStatus().sync.reason
  }

  /// The same, but ends also when it has turned out since `start` that the cloud cannot be reached.
  func waitUntilSentOrOffline(
    _ ids: ClosedRange<MessageID>, in chatID: ChatID, since start: Date, limit: Duration
  ) async throws {
    _ = try await withDeadline(limit) { [repository] in
      for try await status in repository.connectionStatus() {
        if status.sync.obstacle != nil, status.since >= start { return }
        if try await repository.currentDelivery(of: ids, in: chatID).waiting == 0 { return }
      }
    }
  }

  /// Waits until none of the messages waits any more, or `limit` is over.
  func waitUntilSent(
    _ ids: ClosedRange<MessageID>, in chatID: ChatID, limit: Duration
  ) async throws {
    _ = try await withDeadline(limit) { [repository] in
      for try await delivery in repository.delivery(of: ids, in: chatID)
      where delivery.waiting == 0 { return }
    }
  }
}
