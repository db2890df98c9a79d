package import CloudModel

/// Body of `POST /extension/1/codes/look`.
package struct CodeLookRequest: Codable, Sendable {
  package var code: String

  package init(code: String) { self.code = code }
}

/// Body of `POST /extension/1/codes`.
package struct CodeRequest: Codable, Sendable, Equatable {
  package var kind: CodeKind
  /// Of an invitation, the name that is reserved for the new account; of a new passphrase, the account.
  package var name: String?
  /// The number of times that the code can be used.
  package var uses: Int?
  package var lifeSeconds: Int64?
  /// For another device, proves the person; may be missing over the Unix socket.
  package var passphrase: String?

  package init(
    kind: CodeKind, name: String? = nil, uses: Int? = nil, lifeSeconds: Int64? = nil,
    passphrase: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.uses = uses
    self.lifeSeconds = lifeSeconds
    self.passphrase = passphrase
  }
}

/// One code, without the code itself.
package struct CodeEntry: Codable, Sendable, Equatable {
  /// 8 small letters and digits, which name the code in lists.
  package var id: String
  package var kind: CodeKind
  package var state: CodeState
  /// Of an invitation, the name that is reserved; otherwise the account's.
  package var name: String?
  /// The name of the account that has made the code; nil for the administrator.
  package var issuer: String?
  /// Milliseconds since 1970, as all times here.
  package var createdAt: Int64
  package var expiresAt: Int64
  /// The number of times that are left.
  package var uses: Int
  /// The name of the account that has used the code last.
  package var lastUsedBy: String?

  package init(
    id: String, kind: CodeKind, state: CodeState, name: String?, issuer: String?, createdAt: Int64,
    expiresAt: Int64, uses: Int, lastUsedBy: String?
  ) {
    self.id = id
    self.kind = kind
    self.state = state
    self.name = name
    self.issuer = issuer
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.uses = uses
    self.lastUsedBy = lastUsedBy
  }
}

/// Answer to `GET /extension/1/codes`.
package struct CodesResponse: Codable, Sendable {
  package var codes: [CodeEntry]

  package init(codes: [CodeEntry]) { self.codes = codes }
}

/// Answer to `POST /extension/1/codes`.
package struct CodeAnswer: Codable, Sendable, Equatable {
  /// A secret, shown this once.
  package var code: String
  package var entry: CodeEntry
  /// The `AuthorityPin` of the server's own authority; nil where others vouch for it.
  package var authorityPin: String?

  package init(code: String, entry: CodeEntry, authorityPin: String?) {
    self.code = code
    self.entry = entry
    self.authorityPin = authorityPin
  }

  /// Refuses what a server cannot mean: the texts become parts of a link and of a command, which people paste.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    code = try container.decode(String.self, forKey: .code)
    entry = try container.decode(CodeEntry.self, forKey: .entry)
    authorityPin = try container.decodeIfPresent(String.self, forKey: .authorityPin)
    guard ServerLink.isValue(code), ServerLink.isValue(entry.id) else {
      throw DecodingError.dataCorruptedError(
        forKey: .code, in: container,
        debugDescription: "A code and its id have 1 to 128 letters, digits, - and _.")
    }
    guard authorityPin.map({ AuthorityPin($0) != nil }) ?? true else {
      throw DecodingError.dataCorruptedError(
        forKey: .authorityPin, in: container,
        debugDescription: "The hash of an authority has 43 characters.")
    }
  }

  private enum CodingKeys: String, CodingKey { case code, entry, authorityPin }
}
