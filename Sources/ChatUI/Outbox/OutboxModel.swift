package import ChatModel
package import ChatViews
package import Foundation
import Observation

/// What the cloud does not have yet, of all chats: what failed first, then in the order of sending.
@Observable @MainActor
package final class OutboxModel {
  /// Items that are read at most.
  package nonisolated static let limit = 500

  /// Nil until they are read.
  package private(set) var items: [OutboxItem]?
  package var connection: ConnectionStatus?
  /// When the cloud confirmed something the last time.
  package private(set) var lastSent: Date?
  package private(set) var marked: Set<OutboxItem.ID> = []
  package var scroll = ListScroll()
  /// Why something is not possible; it goes away with the next key.
  package var note: String?
  private var selectedID: OutboxItem.ID?

  package init(connection: ConnectionStatus?) {
    self.connection = connection
  }

  package func update(_ contents: OutboxContents) {
    lastSent = contents.lastSent
    let place = self.items?.firstIndex { $0.id == selectedID } ?? 0
    // These go by themselves, and nobody waits for them.
    let items = contents.items.filter { !$0.isLowPriority || $0.hasFailed }
    let ordered = items.filter(\.hasFailed) + items.filter { !$0.hasFailed }
    self.items = ordered
    marked.formIntersection(ordered.map(\.id))
    if !ordered.contains(where: { $0.id == selectedID }) {
      selectedID = ordered.isEmpty ? nil : ordered[min(place, ordered.count - 1)].id
    }
  }

  package var selected: OutboxItem? { items?.first { $0.id == selectedID } }

  /// What an action is for: the marked items, or else the selected one.
  package var subjects: [OutboxItem] {
    let chosen = items?.filter { marked.contains($0.id) } ?? []
    return chosen.isEmpty ? selected.map { [$0] } ?? [] : chosen
  }

  /// The place of the selected item.
  private var place: Int { items?.firstIndex { $0.id == selectedID } ?? 0 }

  package func moveSelection(by rows: Int) {
    note = nil
    guard let items, !items.isEmpty else { return }
    selectedID = items[min(max(0, place + rows), items.count - 1)].id
  }

  /// Marks the selected item, or takes its mark away, and goes on to the next one.
  package func toggleMark() {
    guard let selectedID else { return }
    if marked.remove(selectedID) == nil { marked.insert(selectedID) }
    moveSelection(by: 1)
  }
}

extension OutboxItem {
  var hasFailed: Bool { if case .failed = state { true } else { false } }
}
