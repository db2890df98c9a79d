package import ChatModel
import Observation

/// Everyone whom the reader has blocked, by name.
@Observable @MainActor
package final class BlockedModel {
  /// Nil until they are read.
  package private(set) var people: [BlockedPerson]?
  package var scroll = ListScroll()
  private var selectedID: String?

  package init() {}

  /// Takes the people as they are now; the selection stays, or goes to who has its place.
  package func update(_ people: [BlockedPerson]) {
    let place = place
    self.people = people
    if !people.contains(where: { $0.id == selectedID }) {
      selectedID = people.isEmpty ? nil : people[min(place, people.count - 1)].id
    }
  }

  package var selected: BlockedPerson? { people?.first { $0.id == selectedID } }

  private var place: Int { people?.firstIndex { $0.id == selectedID } ?? 0 }

  /// Moves the selection by some places, down when positive.
  package func moveSelection(by rows: Int) {
    guard let people, !people.isEmpty else { return }
    selectedID = people[min(max(0, place + rows), people.count - 1)].id
  }
}
