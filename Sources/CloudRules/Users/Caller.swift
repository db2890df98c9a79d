/// Who asks, from which of their devices, and how they proved it.
package struct Caller: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A signed-in user.
    case user
    /// A program with a server-to-server key; the public database is all it sees.
    case serverToServer
    /// Somebody with the container's API token and nothing else.
    case anonymous
  }

  /// Empty for the anonymous.
  package var userRecordName: String
  /// The device that asks; what it changes is not announced back to it.
  ///
  /// Nil announces to all.
  package var clientID: String?
  package var kind: Kind
  /// Whether the client is one that behaves as CloudKit's own do, and not as a web client: it says
  /// so with the header of our extensions.
  package var isNative: Bool

  package init(
    userRecordName: String, clientID: String? = nil, kind: Kind = .user, isNative: Bool = false
  ) {
    self.userRecordName = userRecordName
    self.clientID = clientID
    self.kind = kind
    self.isNative = isNative
  }

  package static var anonymous: Caller { Caller(userRecordName: "", kind: .anonymous) }

  /// Whether both are the same device of the same user.
  package func isSameDevice(as other: Caller) -> Bool {
    userRecordName == other.userRecordName && clientID == other.clientID
  }
}
