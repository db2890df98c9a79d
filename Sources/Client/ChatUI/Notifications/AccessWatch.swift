import ChatModel

/// Watches for chats in which the person's access has changed.
struct AccessWatch {
  private var known: [ChatID: ChatAccess] = [:]

  /// Takes the chats as they are now; returns those whose access has changed, in their order, with the old access.
  ///
  /// What a device knows of a chat before the first fetch of it has ended is no access that anybody had.
  mutating func take(_ chats: [ChatSummary]) -> [(chat: ChatSummary, old: ChatAccess)] {
    var changed: [(ChatSummary, ChatAccess)] = []
    for chat in chats {
      let old = known[chat.id]
      guard old != chat.access, chat.isSettled else { continue }
      known[chat.id] = chat.access
      if let old { changed.append((chat, old)) }
    }
    known.forgetMissing(from: chats)
    return changed
  }
}

extension ChatSummary {
  /// Whether all that decides about the access is here; of a chat that has ended nothing more comes.
  fileprivate var isSettled: Bool {
    if case .sealed = access { return true }
    return history == .complete
  }
}

extension Dictionary where Key == ChatID {
  /// Forgets the chats that are not listed any more; every listed one is here.
  mutating func forgetMissing(from chats: [ChatSummary]) {
    guard count > chats.count else { return }
    let listed = Set(chats.map(\.id))
    self = filter { listed.contains($0.key) }
  }
}
