import ChatModel

/// Watches for chats in which the person's access has changed.
struct AccessWatch {
  private var known: [ChatID: ChatAccess] = [:]

  /// Takes the chats as they are now; returns those whose access has changed, in their order, with the old access.
  mutating func take(_ chats: [ChatSummary]) -> [(chat: ChatSummary, old: ChatAccess)] {
    var changed: [(ChatSummary, ChatAccess)] = []
    for chat in chats {
      let old = known[chat.id]
      guard old != chat.access else { continue }
      known[chat.id] = chat.access
      if let old { changed.append((chat, old)) }
    }
    known.forgetMissing(from: chats)
    return changed
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
