/// An action that a person may perform on one of their devices.
enum UserAction: Sendable, Hashable, CaseIterable {
  case send, edit, delete, react, rename, create, retry, drop, see, invite, open, join, leave
  case deleteChat, uploadAgain

  /// The frequency of the action relative to the others, before the seed scales it.
  var weight: Int {
    switch self {
    case .send: 12
    case .edit: 4
    case .rename, .join, .delete, .react, .see: 3
    case .invite, .retry: 2
    case .create, .drop, .open, .leave, .deleteChat, .uploadAgain: 1
    }
  }

  /// Whether a world without this action has nothing to show.
  var isEssential: Bool {
    switch self {
    case .send, .join: true
    case .edit, .delete, .react, .rename, .create, .retry, .drop, .see, .invite, .open, .leave,
      .deleteChat, .uploadAgain:
      false
    }
  }
}
