import ChatCore

/// Performs the writes one after the other, in the order in which they were asked for: a draft
/// saved before a message was sent never comes back after it.
struct ReplicaWriter: Sendable {
  let repository: ChatRepository
  let mailbox: Mailbox

  /// Runs until the stream ends and all it held is written.
  func run(_ writes: AsyncStream<ReplicaWrite>) async {
    for await write in writes {
      do {
        if let event = try await write.perform(on: repository) { mailbox.post(event) }
      } catch {
        mailbox.post(write.failure(error))
      }
    }
  }
}
