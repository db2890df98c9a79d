package import ChatModel

/// One row of the outbox as people see it: a change, or a new chat with all that it consists of.
package struct OutboxLine: Sendable, Equatable {
  /// The contents of the row; the row of a new chat has the state of the part that is sent next, or that failed.
  package var item: OutboxItem
  /// The waiting changes in the cloud's terms: the zone of a new chat, its share, its title.
  package var parts: [OutboxItem]

  /// The rows for what waits, each where its first part stands.
  package static func lines(of items: [OutboxItem]) -> [OutboxLine] {
    let parts = Dictionary(grouping: items.filter(\.isPartOfNewChat), by: \.chatID)
      .filter { $0.value.contains { $0.subject != .share } }
    var told: Set<ChatID> = []
    return items.compactMap { item in
      guard let parts = parts[item.chatID] else { return OutboxLine(item: item, parts: [item]) }
      guard item.isPartOfNewChat else {
        return OutboxLine(item: item.behind(parts), parts: [item])
      }
      return told.insert(item.chatID).inserted ? OutboxLine(chat: parts) : nil
    }
  }

  private init(item: OutboxItem, parts: [OutboxItem]) {
    self.item = item
    self.parts = parts
  }

  private init?(chat parts: [OutboxItem]) {
    guard var item = parts.first(where: \.hasFailed) ?? parts.first else { return nil }
    // The row stays the same one while its parts are sent.
    (item.subject, item.recordName) = (.chat, "")
    item.mayBeStored = parts.contains(where: \.mayBeStored)
    self.init(item: item, parts: parts)
  }
}

extension OutboxItem {
  package var hasFailed: Bool { if case .failed = state { true } else { false } }

  /// The item with its place in the chat, where the parts of the chat count as one.
  fileprivate func behind(_ parts: [OutboxItem]) -> OutboxItem {
    guard case .queued(let place) = state else { return self }
    let others = parts.count { if case .queued = $0.state { true } else { false } } - 1
    var item = self
    item.state = .queued(place: place - max(0, others))
    return item
  }

  /// Whether the item is part of a new chat for the cloud: the chat itself, its share or its title.
  fileprivate var isPartOfNewChat: Bool {
    switch subject {
    case .chat, .share, .title: !isDeletion && !isChange
    case .file, .message, .mark, .settings, .block, .record, .newestTime: false
    }
  }
}
