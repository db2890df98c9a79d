import ChatModel

extension ChatTransaction {
  /// Throws if the replica knows that the user may not write.
  func requireWritable() throws {
    switch chat.access(for: user) {
    case .owner, .readWrite: return
    case .readOnly: throw ChatError.readOnly(chat: chat.name)
    case .sealed(let reason): throw ChatError.sealed(chat: chat.name, reason: reason)
    }
  }
}
