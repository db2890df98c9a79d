/// What was chosen in the palette: the names of the last actions, and the one that is to be done.
struct ActionHistory {
  /// The number of names that are kept.
  private static let limit = 10

  /// The names of what was done last, newest first.
  private(set) var recent: [String] = []
  /// The action to perform when the dialog of the palette is closed.
  private var chosen: Action?

  /// Notes what is to be done when the palette is closed.
  mutating func choose(_ action: Action) {
    chosen = action
    recent = [action.id] + recent.filter { $0 != action.id }.prefix(Self.limit - 1)
  }

  /// Returns what was chosen in the palette, and forgets it.
  mutating func takeChosen() -> Action? {
    defer { chosen = nil }
    return chosen
  }
}
