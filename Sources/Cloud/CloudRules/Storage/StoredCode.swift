package import CloudModel

/// A code that lets somebody in; the code itself is not kept.
package struct StoredCode: Sendable, Equatable {
  /// 8 small letters and digits, which name the code in lists.
  package var id: String
  /// SHA-256 of the code.
  package var hash: [UInt8]
  package var kind: CodeKind
  /// Of an invitation, the name that is reserved for the new account while the code is open.
  package var name: String?
  /// The account that the code is for; nil for an invitation.
  package var userRecordName: String?
  /// The account that has made the code; nil for the administrator.
  package var issuer: String?
  /// Milliseconds since 1970.
  package var createdAt: Int64
  package var expiresAt: Int64
  /// The number of times that are left.
  package var uses: Int
  /// The account that has used the code last.
  package var lastUsedBy: String?
  /// Whether it was taken back before its end.
  package var isRevoked: Bool

  package init(
    id: String, hash: [UInt8], kind: CodeKind, name: String? = nil, userRecordName: String? = nil,
    issuer: String? = nil, createdAt: Int64, expiresAt: Int64, uses: Int,
    lastUsedBy: String? = nil, isRevoked: Bool = false
  ) {
    self.id = id
    self.hash = hash
    self.kind = kind
    self.name = name
    self.userRecordName = userRecordName
    self.issuer = issuer
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.uses = uses
    self.lastUsedBy = lastUsedBy
    self.isRevoked = isRevoked
  }
}
