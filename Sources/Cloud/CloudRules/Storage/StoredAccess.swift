package import Foundation

/// An API token of a partition; the token itself is not kept.
package struct StoredAPIToken: Sendable, Equatable {
  package var partition: Partition
  package var name: String
  /// SHA-256 of the token.
  package var hash: [UInt8]
  package var callbackURL: String?
  /// The origins whose pages may receive the user's key, each as a browser spells it.
  package var allowedOrigins: [String] = []
  /// Milliseconds since 1970.
  package var createdAt: Int64

  package init(
    partition: Partition, name: String, hash: [UInt8], callbackURL: String? = nil,
    allowedOrigins: [String] = [], createdAt: Int64
  ) {
    self.partition = partition
    self.name = name
    self.hash = hash
    self.callbackURL = callbackURL
    self.allowedOrigins = allowedOrigins
    self.createdAt = createdAt
  }
}

/// A server-to-server key of a partition.
package struct StoredServerKey: Sendable, Equatable {
  package var partition: Partition
  /// 64 hexadecimal digits.
  package var keyID: String
  package var name: String
  /// P-256, in X9.63.
  package var publicKey: Data
  package var userRecordName: String
  package var createdAt: Int64

  package init(
    partition: Partition, keyID: String, name: String, publicKey: Data, userRecordName: String,
    createdAt: Int64
  ) {
    self.partition = partition
    self.keyID = keyID
    self.name = name
    self.publicKey = publicKey
    self.userRecordName = userRecordName
    self.createdAt = createdAt
  }
}

/// The device that uses a session, for the person who looks at a list of sessions.
package struct SessionDevice: Sendable, Equatable {
  /// What the device calls itself; empty if it has not said it.
  package var name: String
  /// The network address from which the session was used last; empty for the Unix socket.
  package var address: String

  package static let unknown = SessionDevice(name: "", address: "")

  package init(name: String, address: String) {
    self.name = name
    self.address = address
  }
}

/// A user who is signed in to a partition.
package struct StoredSession: Sendable, Equatable {
  package var id: String
  package var partition: Partition
  package var userRecordName: String
  /// Whether the user asked to stay signed in; this decides the lifetime of rotating tokens.
  package var isLongLived: Bool
  package var device: SessionDevice
  package var createdAt: Int64
  /// The time when the token that led to this session was created.
  package var tokenCreatedAt: Int64
  /// The last use that was noted.
  package var lastUsedAt: Int64

  package init(
    id: String, partition: Partition, userRecordName: String, isLongLived: Bool,
    device: SessionDevice = .unknown, createdAt: Int64, tokenCreatedAt: Int64, lastUsedAt: Int64
  ) {
    self.id = id
    self.partition = partition
    self.userRecordName = userRecordName
    self.isLongLived = isLongLived
    self.device = device
    self.createdAt = createdAt
    self.tokenCreatedAt = tokenCreatedAt
    self.lastUsedAt = lastUsedAt
  }
}

/// What decides whether a request is let in; nil for what is not there or was not asked for.
package struct StoredAdmission: Sendable {
  package var partition: StoredPartition?
  package var apiToken: StoredAPIToken?
  package var session: StoredSession?

  package init(
    partition: StoredPartition?, apiToken: StoredAPIToken?, session: StoredSession?
  ) {
    self.partition = partition
    self.apiToken = apiToken
    self.session = session
  }
}
