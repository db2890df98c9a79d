import ChatCore
import ChatModel
import CloudModel
import CommandSupport
import TerminalUI

/// Sends the lines of standard input, each as a message, while more of them come.
struct LineSender {
  /// Our choice: what is written in one transaction, which keeps other writers waiting.
  private static let linesPerWrite = 250

  let session: Session
  let chat: ChatSummary
  let options: GlobalOptions
  /// The time to wait at the end for the cloud.
  let limit: Duration
  /// Whether the command fails if the cloud does not have everything then.
  let mustArrive: Bool

  private var repository: ChatRepository { session.repository }

  func run() async throws {
    let input = InputText()
    let start = Live.now()
    let outcome = try await session.whileSyncing { () -> Outcome in
      var outcome = Outcome()
      do {
        while let lines = try await input.nextLines() { try await write(lines, &outcome) }
      } catch {
        // What was written before stays, and is sent.
        outcome.failure = error
      }
      guard let ids = outcome.ids else { return outcome }
      if mustArrive {
        try await ProgressLine(options).during({ await rest(of: ids) }) {
          try await session.waitUntilSent(ids, in: chat.id, limit: limit)
        }
      } else {
        try await session.waitUntilSentOrOffline(ids, in: chat.id, since: start, limit: limit)
      }
      return outcome
    }
    try await report(outcome)
  }

  private func rest(of ids: ClosedRange<MessageID>) async -> String? {
    // A number that cannot be read now is read a moment later.
    (try? await repository.currentDelivery(of: ids, in: chat.id)).map {
      "Sending: \($0.waiting) to go"
    }
  }

  private struct Outcome {
    var ids: ClosedRange<MessageID>?
    var count = 0
    var failure: (any Error)?
  }

  private func write(_ lines: [InputText.Line], _ outcome: inout Outcome) async throws {
    var texts: [String] = []
    var problem: (any Error)?
    for line in lines {
      do {
        guard let text = try InputText.text(of: line) else { continue }
        guard text.utf8.count <= Message.textLimitBytes else {
          throw Failure(
            "Line \(line.number) has \(text.utf8.count) bytes; a message has at most "
              + "\(Message.textLimitBytes). Split it.")
        }
        texts.append(text)
      } catch {
        problem = error
        break
      }
    }
    for start in stride(from: 0, to: texts.count, by: Self.linesPerWrite) {
      let part = Array(texts[start..<min(start + Self.linesPerWrite, texts.count)])
      let ids = try await session.withFreshRights { try await repository.send(part, to: chat.id) }
      guard let first = ids.first, let last = ids.last else { continue }
      outcome.ids = (outcome.ids?.lowerBound ?? first)...last
      outcome.count += ids.count
      try await print(ids, first...last)
    }
    if let problem { throw problem }
  }

  private func print(_ ids: [MessageID], _ range: ClosedRange<MessageID>) async throws {
    if options.json {
      for message in try await repository.messages(ids) {
        try Output.json(MessageJSON(message, chat: chat.zoneName))
      }
    } else {
      let names = try await repository.recordNames(of: range, in: chat.id)
      try Output.line(names.joined(separator: "\n"))
    }
  }

  private func report(_ outcome: Outcome) async throws {
    guard let ids = outcome.ids else {
      if let failure = outcome.failure { throw failure }
      throw ChatError.emptyText
    }
    let delivery = try await repository.currentDelivery(of: ids, in: chat.id)
    let count = DisplayText.count(outcome.count, "message")
    if let failure = outcome.failure {
      Output.note("\(count) before that \(outcome.count == 1 ? "was" : "were") taken.")
      throw failure
    }
    if let reason = delivery.reason {
      throw Failure("\(delivery.failed) of \(count) were not sent: \(reason)")
    }
    guard delivery.waiting > 0 else { return Output.note("\(count) sent.") }
    let sync = try await repository.currentConnectionStatus().sync
    let reason = sync.reason.map { ": " + $0 } ?? ""
    let words =
      "\(delivery.waiting) of \(count) not sent yet\(reason). They are kept, and an open window or "
      + "‘zonechat sync’ sends them."
    if mustArrive { throw Failure(words, code: .queued) }
    Output.note(words)
  }
}
