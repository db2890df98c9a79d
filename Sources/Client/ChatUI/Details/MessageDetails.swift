package import ChatCore
package import ChatModel

/// The facts that only the details of a message show, and that are read for them.
package struct MessageDetails: Sendable {
  package var readers: MessageReaders
  /// The earlier versions, oldest first.
  package var versions: [Message.Version]

  /// Reads it.
  package init(of message: MessageID, in repository: ChatRepository) async throws {
    readers = try await repository.readers(of: message)
    versions = try await repository.editHistory(of: message)
  }
}
