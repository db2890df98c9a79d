/// What a link to a sealed chat carries in its fragment, which no cloud sees: who the owner is, and a token.
///
/// `identity 32 | token 16`. The one who joins knows the owner by it, and the owner knows by a proof that this account
/// has had the link.
package struct ChatInvitation: Secret {
  package let owner: AccountIdentity
  package let token: InvitationToken

  package init(owner: AccountIdentity, token: InvitationToken) {
    (self.owner, self.token) = (owner, token)
  }

  /// Nil for another number of bytes.
  package init?(secretBytes bytes: [UInt8]) {
    guard let owner = AccountIdentity(Array(bytes.prefix(AccountIdentity.byteCount))),
      let token = InvitationToken(secretBytes: bytes.dropFirst(AccountIdentity.byteCount))
    else { return nil }
    self.init(owner: owner, token: token)
  }

  package var secretBytes: [UInt8] { owner.bytes + token.secretBytes }

  /// What the one who joins saves in the zone.
  package func proof(_ chat: StatementHash, by lineage: KeyLineage) -> [UInt8] {
    var bytes = chat.bytes + lineage.identity.bytes
    bytes.append(prefixed: lineage.user)
    return Label.joinProof.code(token.key, bytes)
  }

  /// Whether the account of this lineage has had the link.
  package func accepts(_ proof: [UInt8], _ chat: StatementHash, by lineage: KeyLineage) -> Bool {
    isEqualInConstantTime(proof, self.proof(chat, by: lineage))
  }
}
