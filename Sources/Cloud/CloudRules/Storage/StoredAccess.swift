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

/// A user who is signed in to a partition.
package struct StoredSession: Sendable, Equatable {
  package var id: String
  package var partition: Partition
  package var userRecordName: String
  /// Whether the user asked to stay signed in; this decides the lifetime of rotating tokens.
  package var isLongLived: Bool
  /// The time when the token that led to this session was created.
  package var tokenCreatedAt: Int64

  package init(
    id: String, partition: Partition, userRecordName: String, isLongLived: Bool,
    tokenCreatedAt: Int64
  ) {
    self.id = id
    self.partition = partition
    self.userRecordName = userRecordName
    self.isLongLived = isLongLived
    self.tokenCreatedAt = tokenCreatedAt
  }
}
