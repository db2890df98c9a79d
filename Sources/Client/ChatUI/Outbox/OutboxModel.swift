package import ChatModel
import ChatWords
package import Foundation
import Observation

/// The changes of all chats that the cloud does not have yet: first the failed ones, then the others in sending order.
@Observable @MainActor
package final class OutboxModel {
  /// Items that are read at most.
  package nonisolated static let limit = 500

  /// Nil until they are read.
  private var lines: [OutboxLine]?
  package var connection: ConnectionStatus?
  /// When the cloud confirmed something the last time.
  package private(set) var lastSent: Date?
  package private(set) var marked: Set<OutboxItem.ID> = []
  package var scroll = ListScroll()
  /// The reason why something is not possible; it disappears with the next key.
  package var note: String?
  private var selectedID: OutboxItem.ID?

  package init(connection: ConnectionStatus?) {
    self.connection = connection
  }

  package func update(_ contents: OutboxContents) {
    lastSent = contents.lastSent
    let place = place
    // These go by themselves, and nobody waits for them.
    let lines = OutboxLine.lines(
      of: contents.items.filter { !$0.isLowPriority || $0.hasFailed })
    self.lines = lines.filter(\.item.hasFailed) + lines.filter { !$0.item.hasFailed }
    let ordered = items ?? []
    marked.formIntersection(ordered.map(\.id))
    if !ordered.contains(where: { $0.id == selectedID }) {
      selectedID = ordered.isEmpty ? nil : ordered[min(place, ordered.count - 1)].id
    }
  }

  /// The rows.
  package var items: [OutboxItem]? { lines?.map(\.item) }

  package var selected: OutboxItem? { items?.first { $0.id == selectedID } }

  /// The items on which an action works: the marked ones, or else the selected one.
  package var subjects: [OutboxItem] {
    let chosen = lines?.filter { marked.contains($0.item.id) } ?? []
    let selected = chosen.isEmpty ? lines?.filter { $0.item.id == selectedID } ?? [] : chosen
    return selected.flatMap(\.parts)
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
