import CloudRules
import Foundation
import HTTPTypes
import Hummingbird

/// The viewer of the console.
enum ConsoleViewer: Sendable {
  case administrator(canSignOut: Bool)
  case account(StoredAccount)

  func maySee(_ path: ConsoleAddress.Path) -> Bool {
    switch self {
    case .administrator: true
    case .account: !path.isForAdministrators
    }
  }
}

/// One request of a browser for the console: its viewer, and what the answer has to carry.
struct ConsoleVisit: Sendable {
  /// Nil for somebody who has not signed in.
  let viewer: ConsoleViewer?
  /// The secret of the session, whether it is still one or not.
  let session: String?
  /// The value to which the browser's forms are bound: the session, or a cookie of its own.
  let formCookie: String
  /// Whether the answer must give the browser the form's cookie.
  let isNew: Bool
  let nonce: String

  /// Our choice: 192 random bits, in 32 characters.
  static let secretBytes = 24
  static let secretLength = 32

  /// The names of the cookies hold the port, because browsers send one port's cookies to all.
  static func sessionCookieName(_ request: Request) -> String { "zonechat-console" + port(request) }
  static func formCookieName(_ request: Request) -> String { "zonechat-form" + port(request) }

  private static func port(_ request: Request) -> String {
    let port = (request.head.authority ?? "").split(separator: ":").last ?? ""
    return port.utf8.count <= 5 && port.allSatisfy { $0.isASCII && $0.isNumber } ? "-\(port)" : ""
  }
}
