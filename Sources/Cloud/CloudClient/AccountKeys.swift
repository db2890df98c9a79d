import CloudModel
import Synchronization

/// The keys with which a process uses an account; another process of the same profile may get others.
final class AccountKeys: Sendable {
  struct Pair: Sendable, Equatable {
    var apiToken: String
    var webAuthToken: String

    init(_ credentials: AccountCredentials) {
      apiToken = credentials.apiToken
      webAuthToken = credentials.webAuthToken
    }
  }

  private let pair: Mutex<Pair>
  private let renewed: @Sendable () -> AccountCredentials?

  init(_ credentials: AccountCredentials, renewed: @escaping @Sendable () -> AccountCredentials?) {
    pair = Mutex(Pair(credentials))
    self.renewed = renewed
  }

  var present: Pair { pair.withLock { $0 } }

  /// Other keys than those that the cloud has refused; nil if there are none.
  func renewed(after refused: Pair) -> Pair? {
    if let credentials = renewed() {
      let found = Pair(credentials)
      pair.withLock { $0 = found }
    }
    let present = present
    return present == refused ? nil : present
  }
}
