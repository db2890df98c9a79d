import Crypto
import Foundation

/// The user who makes a request, with the device and the kind of credential.
package struct Caller: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A signed-in user.
    case user
    /// A program with a server-to-server key; it sees only the public database.
    case serverToServer
    /// Somebody with the container's API token and nothing else.
    case anonymous
  }

  /// Empty for an anonymous caller.
  package var userRecordName: String
  /// The device that makes the request; its own changes are not announced back to it.
  ///
  /// If nil, changes are announced to all devices.
  package var clientID: String?
  package var kind: Kind
  /// Whether the client behaves like CloudKit's native clients and not like a web client; the header for extensions
  /// says so.
  package var isNative: Bool
  /// The session by which the caller is signed in; nil for whoever needs none.
  package var session: String?

  package init(
    userRecordName: String, clientID: String? = nil, kind: Kind = .user, isNative: Bool = false,
    session: String? = nil
  ) {
    self.userRecordName = userRecordName
    self.clientID = clientID
    self.kind = kind
    self.isNative = isNative
    self.session = session
  }

  package static var anonymous: Caller { Caller(userRecordName: "", kind: .anonymous) }

  /// Whether both are the same device of the same user.
  package func isSameDevice(as other: Caller) -> Bool {
    userRecordName == other.userRecordName && clientID == other.clientID
  }

  /// A number of the user's device, by which a store keeps who has made a change; nil if the device has no name.
  package var deviceNumber: Int64? {
    clientID.map { Int64(bitPattern: shortHash(of: "\(userRecordName)\n\($0)")) }
  }
}

/// The first 8 bytes of the SHA-256: nobody finds a second text with the same number.
func shortHash(of text: String) -> UInt64 {
  SHA256.hash(data: Data(text.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
}
