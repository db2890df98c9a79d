import ChatCore
import ChatModel
import CloudSync
import Composition

/// Reports of commands after they have changed something.
extension Session {
  /// Syncs for a moment, and says how far a message got.
  func report(on id: MessageID, in chat: ChatSummary, json: Bool) async throws {
    let status = try await syncAfterWriting()
    let message = try await repository.message(id)
    if json { try Output.json(MessageJSON(message, chat: chat.zoneName)) }
    if case .failed(let reason) = message.delivery { throw Failure("Not sent: \(reason)") }
    if let obstacle = status.obstacle {
      Output.note("Not sent yet: \(obstacle). The change is kept, and sent later.")
    }
  }

  /// Syncs for a moment, and prints the sentence `meaning` if that was not possible.
  func noteIfOffline(_ meaning: String) async throws {
    if let obstacle = try await syncAfterWriting().obstacle {
      Output.note("Not sent yet: \(obstacle). \(meaning)")
    }
  }
}
