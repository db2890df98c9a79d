import ChatCore
import ChatModel
import CloudModel
import CloudSync
import CommandSupport
import Foundation

extension Session {
  /// Sends messages that were written together, and says how far they got.
  ///
  /// - Parameters:
  ///   - ids: the messages, in their order.
  ///   - chat: their chat.
  ///   - options: how it is said.
  ///   - timeout: the seconds in which the cloud must have it; nil if it may wait.
  ///   - known: the reason why nothing could be sent before.
  /// - Throws: a `Failure` where the cloud refuses the message, or does not have it in time.
  func report(
    onSending ids: [MessageID], in chat: ChatSummary, _ options: GlobalOptions, timeout: Int?,
    known: String?
  ) async throws {
    guard let first = ids.first, let last = ids.last else { return }
    var reason: String?
    if let timeout {
      reason = try await ProgressLine(options).during("Sending") {
        try await syncUntilSent(first...last, in: chat.id, limit: .seconds(timeout))
      }
    } else {
      reason = try await syncAfterWriting().reason
    }
    let messages = try await repository.messages(ids)
    for message in messages {
      if options.json {
        try Output.json(MessageJSON(message, chat: chat.zoneName))
      } else {
        try Output.line(message.recordName)
      }
    }
    for message in messages {
      if case .failed(let reason) = message.delivery { throw Failure("Not sent: \(reason)") }
    }
    guard let message = messages.first(where: { $0.delivery.isPending }) else {
      return Output.note("Sent.")
    }
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
