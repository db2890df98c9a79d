package import ChatModel
import ChatWords
import Observation

/// Everything that can be done, by some letters of what it does.
@Observable @MainActor
package final class PaletteModel {
  package var input = TextInput() {
    didSet { if input.text != oldValue.text { selection = 0 } }
  }
  package var error: String?
  package private(set) var selection = 0
  package var scroll = ListScroll()
  private let actions: [Action]
  /// The chat that was open, to which the actions were offered; nil for none.
  let chat: ChatID?

  /// - Parameters:
  ///   - recent: the names of what was done last, newest first.
  ///   - chat: the open one.
  package init(recent: [String], chat: ChatID?) {
    self.chat = chat
    let offered = ActionRegistry.all.filter { action in
      !action.contexts.allSatisfy(\.isDialog)
        && (action.slash != nil || action.contexts.count > 1)
    }
    let places = Dictionary(
      recent.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    actions =
      offered.filter { places[$0.id] != nil }.sorted { (places[$0.id] ?? 0) < (places[$1.id] ?? 0) }
      + offered.filter { places[$0.id] == nil }
  }

  /// The actions that match the letters, best first; all actions if nothing is typed.
  package var results: [Action] {
    let scored = actions.enumerated().compactMap { place, action in
      score(of: action).map { (score: $0, place: place, action: action) }
    }
    return scored.sorted { ($1.score, $0.place) < ($0.score, $1.place) }.map(\.action)
  }

  package var selected: Action? {
    let results = results
    return results.indices.contains(selection) ? results[selection] : results.last
  }

  package func moveSelection(by rows: Int) {
    selection = min(max(0, selection + rows), max(0, results.count - 1))
  }

  private func score(of action: Action) -> Int? {
    let names = [action.title] + [action.slash?.name].compactMap(\.self)
    return names.compactMap { FuzzyMatch.score(of: input.text, in: $0) }.max()
  }
}
