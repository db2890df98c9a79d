import ChatModel
import Observation

/// Everything that can be done, by some words for it.
///
/// What is not possible now stands below what is.
@Observable @MainActor
package final class PaletteModel {
  package var input = TextInput() {
    didSet {
      guard input.text != oldValue.text else { return }
      selection = 0
      offered = fitting(input.text)
    }
  }
  package var error: String?
  package private(set) var selection = 0
  package var scroll = ListScroll()
  private let entries: [PaletteEntry]
  /// The entries that fit the typed words, best first; they are found once for each text.
  private var offered: [PaletteEntry] = []
  private let reason: @MainActor (Action) -> String?
  let subject: Subject

  /// What the actions were offered for: they are done to nothing else.
  struct Subject: Equatable {
    /// The open chat; nil for none.
    var openChat: ChatID?
    /// The chat that is meant: the one selected in the list, or the open one.
    var chat: ChatID?
    /// The picked message; nil for none.
    var message: MessageID?
  }

  /// - Parameters:
  ///   - recent: the names of what was done last, newest first.
  ///   - subject: what the actions are offered for.
  ///   - reason: why an action is not possible now; nil if it is.
  init(
    recent: [String], for subject: Subject,
    reasonAgainst reason: @escaping @MainActor (Action) -> String?
  ) {
    self.subject = subject
    self.reason = reason
    let listed = ActionRegistry.all.filter { action in
      !action.contexts.allSatisfy(\.isDialog)
        && (action.slash != nil || action.contexts.count > 1 || !action.names.isEmpty)
    }
    let places = Dictionary(
      recent.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let actions =
      listed.filter { places[$0.id] != nil }.sorted { (places[$0.id] ?? 0) < (places[$1.id] ?? 0) }
      + listed.filter { places[$0.id] == nil }
    entries = actions.map(PaletteEntry.action) + OutsideWay.all.map(PaletteEntry.outside)
    offered = entries
  }

  /// The entries that fit the typed words, best first; all if nothing is typed.
  package var results: (possible: [PaletteEntry], refused: [PaletteEntry]) {
    var (possible, refused): ([PaletteEntry], [PaletteEntry]) = ([], [])
    for entry in offered {
      if reasonAgainst(entry) == nil { possible.append(entry) } else { refused.append(entry) }
    }
    return (possible, refused)
  }

  /// The entries that fit a text, best first.
  ///
  /// What fits much worse than the best is left out, so that Enter never does something that nobody has asked for.
  private func fitting(_ text: String) -> [PaletteEntry] {
    let matches = entries.enumerated().compactMap { place, entry in
      entry.match(text).map { (match: $0, place: place, entry: entry) }
    }
    guard let best = matches.map(\.match).min() else { return [] }
    return matches.filter { $0.match.isOffered(beside: best) }
      .sorted { ($0.match, $0.place) < ($1.match, $1.place) }.map(\.entry)
  }

  package var selected: PaletteEntry? { selected(among: rows) }

  /// The selected one of the rows as they are now.
  func selected(among rows: [PaletteEntry]) -> PaletteEntry? {
    rows.indices.contains(selection) ? rows[selection] : rows.last
  }

  /// The results from the first to the last.
  package var rows: [PaletteEntry] {
    let results = results
    return results.possible + results.refused
  }

  package func moveSelection(by rows: Int) {
    selection = min(max(0, selection + rows), max(0, self.rows.count - 1))
  }

  /// The reason why something is not possible now; nil if it is.
  func reasonAgainst(_ entry: PaletteEntry) -> String? {
    guard let action = entry.action else { return nil }
    return reason(action)
  }
}
