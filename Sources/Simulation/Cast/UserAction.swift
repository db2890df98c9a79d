/// What somebody may do on one of their devices.
enum UserAction: Sendable, Hashable, CaseIterable {
  case send, rename, create, retry, drop, see, invite, open, join

  /// How often, next to the others, before a seed has its say.
  var weight: Int {
    switch self {
    case .send: 12
    case .rename, .join: 3
    case .see, .invite: 2
    case .create, .retry, .drop, .open: 1
    }
  }

  /// Whether a world without it has nothing to show.
  var isEssential: Bool {
    switch self {
    case .send, .join: true
    case .rename, .create, .retry, .drop, .see, .invite, .open: false
    }
  }
}
