import ChatCore
import ChatModel
import CloudModel
import CloudSync
import CommandSupport
import Foundation

extension Session {
  /// Sends a message that was written, and says how far it got.
  ///
  /// - Parameters:
  ///   - id: the message.
  ///   - chat: its chat.
  ///   - options: how it is said.
  ///   - timeout: the seconds in which the cloud must have it; nil if it may wait.
  ///   - known: the reason why nothing could be sent before.
  /// - Throws: a `Failure` where the cloud refuses the message, or does not have it in time.
  func report(
    onSending id: MessageID, in chat: ChatSummary, _ options: GlobalOptions, timeout: Int?,
    known: String?
  ) async throws {
    var reason: String?
    if let timeout {
      reason = try await ProgressLine(options).during("Sending") {
        try await syncUntilSent(id...id, in: chat.id, limit: .seconds(timeout))
      }
    } else {
      reason = try await syncAfterWriting().reason
    }
    let message = try await repository.message(id)
    if options.json {
      try Output.json(MessageJSON(message, chat: chat.zoneName))
    } else {
      try Output.line(message.recordName)
    }
    if case .failed(let reason) = message.delivery { throw Failure("Not sent: \(reason)") }
    guard message.delivery.isPending else { return Output.note("Sent.") }
    let silence = "the cloud has not confirmed it in \(timeout ?? 5) s"
    let wait =
      message.delivery.waitReason ?? reason
      ?? known.map { "\(silence); before that: \($0)" } ?? silence
    let words =
      "Queued, not sent yet: \(wait.trimmingCharacters(in: ["."])). An open window or ‘zonechat sync’ sends it."
    if timeout != nil { throw Failure(words, code: .queued) }
    Output.note(words)
  }
}

extension Message.Delivery {
  /// The reason why this message waits, where that is known.
  fileprivate var waitReason: String? {
    if case .waiting(_, let reason) = self { reason } else { nil }
  }
}
