import ChatModel
import Observation

/// Everything that can be done, by some words for it; and what cannot, with the reason.
@Observable @MainActor
package final class PaletteModel {
  /// Entries that stand together.
  package struct Section {
    package enum Kind: CaseIterable {
      case possible, notNow, notHere
    }

    package var kind: Kind
    /// Those that fit best first; never empty.
    package var entries: [PaletteEntry]
  }

  package var input = TextInput() {
    didSet {
      guard input.text != oldValue.text else { return }
      selection = ActionMatch.isWanted(input.text) ? 0 : first
      offered = fitting(input.text)
    }
  }
  package var error: String?
  /// The place of the selected entry; nil while nothing is typed or chosen, so that Enter does nothing that nobody has
  /// asked for.
  package private(set) var selection: Int?
  package var scroll = ListScroll()
  private let entries: [PaletteEntry]
  /// What is selected at first: what was done last.
  private let first: Int?
  /// The entries that fit the typed words, best first; they are found once for each text.
  private var offered: [(match: ActionMatch, entry: PaletteEntry)] = []
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
    let places = Dictionary(
      recent.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    entries =
      PaletteEntry.all.filter { places[$0.id] != nil }
      .sorted { (places[$0.id] ?? 0) < (places[$1.id] ?? 0) }
      + PaletteEntry.all.filter { places[$0.id] == nil }
    first = places.isEmpty ? nil : 0
    selection = first
    offered = fitting("")
  }

  /// What fits the typed words, or everything if nothing is typed.
  ///
  /// What is possible comes first, then what is not possible now, then what is not there. But where only things that
  /// are not possible have the typed name, they come first: Enter does nothing else instead.
  package var sections: [Section] {
    let offered = Dictionary(grouping: offered) { kind(of: $0.entry) }
    let kinds = Section.Kind.allCases.filter { offered[$0] != nil }
    let named = kinds.filter { offered[$0]?.first?.match == .name }
    return (named + kinds.filter { !named.contains($0) }).map { kind in
      Section(kind: kind, entries: (offered[kind] ?? []).map(\.entry))
    }
  }

  private func kind(of entry: PaletteEntry) -> Section.Kind {
    if case .missing = entry { return .notHere }
    return reasonAgainst(entry) == nil ? .possible : .notNow
  }

  /// The entries that fit a text, best first.
  ///
  /// What fits much worse than the best is left out, so that Enter never does something that nobody has asked for.
  private func fitting(_ text: String) -> [(match: ActionMatch, entry: PaletteEntry)] {
    let matches = entries.enumerated().compactMap { place, entry in
      entry.match(text).map { (match: $0, place: place, entry: entry) }
    }
    guard let best = matches.map(\.match).min() else { return [] }
    return matches.filter { $0.match.isOffered(beside: best) }
      .sorted { ($0.match, $0.place) < ($1.match, $1.place) }.map { ($0.match, $0.entry) }
  }

  package var selected: PaletteEntry? { selected(among: rows) }

  /// The selected one of the rows as they are now.
  func selected(among rows: [PaletteEntry]) -> PaletteEntry? {
    selection.flatMap { rows.indices.contains($0) ? rows[$0] : rows.last }
  }

  /// The entries from the first to the last.
  package var rows: [PaletteEntry] { sections.flatMap(\.entries) }

  package func moveSelection(by rows: Int) {
    selection = min(max(0, (selection ?? -1) + rows), max(0, self.rows.count - 1))
  }

  /// The reason why something is not possible; nil if it is.
  package func reasonAgainst(_ entry: PaletteEntry) -> String? {
    switch entry {
    case .action(let action): reason(action)
    case .outside: nil
    case .missing(let thing): thing.reason
    }
  }
}
