/// What a code lets its holder do.
package enum CodeKind: String, KnownWord {
  /// Make an account, also where others may not.
  case invitation
  /// Set a new passphrase for an account.
  case reset
  /// Sign in to the account of the person who has made the code.
  case device
}

/// Whether a code still lets somebody in.
package enum CodeState: String, KnownWord {
  case open
  /// As often as it could be.
  case used
  case expired
  /// It was taken back before its end.
  case revoked
}

/// What a code is for, told to whoever has it: the answer to `POST /extension/1/codes/look`.
package struct CodeDescription: Codable, Sendable, Equatable {
  package var kind: CodeKind
  /// The account's name; of an invitation, the name that the new account gets unless its holder wants another.
  package var name: String?
  /// The name of the account that has made the code; nil for the administrator.
  package var inviter: String?
  /// Milliseconds since 1970.
  package var expiresAt: Int64

  package init(kind: CodeKind, name: String?, inviter: String?, expiresAt: Int64) {
    self.kind = kind
    self.name = name
    self.inviter = inviter
    self.expiresAt = expiresAt
  }
}
