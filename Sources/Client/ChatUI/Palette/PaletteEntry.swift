import ChatWords

/// A row of the palette: something that the window does, what a command outside of it does, or what is not there.
package enum PaletteEntry: Sendable, Identifiable {
  case action(Action)
  case outside(OutsideWay)
  case missing(MissingThing)

  package var id: String {
    switch self {
    case .action(let action): action.id
    case .outside(let way): way.id
    case .missing(let thing): thing.id
    }
  }

  /// All entries in their usual order.
  ///
  /// Keys of single dialogs, and what only moves in one place, need no entry.
  static let all: [PaletteEntry] =
    ActionRegistry.all.filter { action in
      !action.contexts.allSatisfy(\.isDialog)
        && (action.slash != nil || action.contexts.count > 1 || !action.names.isEmpty)
    }.map(PaletteEntry.action)
    + OutsideWay.all.map(PaletteEntry.outside) + MissingThing.all.map(PaletteEntry.missing)

  var title: String {
    switch self {
    case .action(let action): action.title
    case .outside(let way): way.title
    case .missing(let thing): thing.title
    }
  }

  /// What to do instead of a command that is not there, as a sentence; nil where only a key does it.
  ///
  /// - Parameter window: how the window was started.
  /// - Returns: the sentence.
  func advice(in window: WindowOptions) -> String? {
    switch self {
    case .action(let action): action.slash.map { "/\($0.name) does that." }
    case .outside(let way): "In a shell, ‘\(way.command(in: window))’ does that."
    case .missing(let thing): thing.reason
    }
  }

  /// The fit of typed words; nil if they do not fit.
  func match(_ typed: String) -> ActionMatch? {
    switch self {
    case .action(let action):
      ActionMatch.of(
        typed, title: action.title,
        names: [action.slash?.name, action.hint].compactMap(\.self) + action.names)
    case .outside(let way): ActionMatch.of(typed, title: way.title, names: way.names)
    // It is shown to those who begin to type one of its names, and is in nobody's way.
    case .missing(let thing):
      thing.names.contains { ActionMatch.begins($0, with: typed) }
        ? ActionMatch.of(typed, title: thing.title, names: thing.names) : nil
    }
  }
}
