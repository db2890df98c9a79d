import ChatWords

/// A row of the palette: something that the window does, or what a command outside of it does.
package enum PaletteEntry: Identifiable {
  case action(Action)
  case outside(OutsideWay)

  package var id: String {
    switch self {
    case .action(let action): action.id
    case .outside(let way): way.id
    }
  }

  /// Nil for what the window does not do.
  package var action: Action? { if case .action(let action) = self { action } else { nil } }

  var title: String {
    switch self {
    case .action(let action): action.title
    case .outside(let way): way.title
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
    }
  }
}
