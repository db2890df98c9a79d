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

extension SealedChat {
  /// Whether whoever has the link may come, as the newest statement says.
  package var isLinkOpen: Bool { newest.content.linkOpenedAt != nil }

  /// What the link of an own chat carries; nil for a chat of somebody else.
  ///
  /// The token follows from the owner's newest keys and from the statement that has opened the link. So all devices of
  /// the owner know it, nobody who has stolen earlier keys does, and a link that was closed is never valid again.
  package var invitation: ChatInvitation? {
    guard secrets.user == newest.owner.user else { return nil }
    var opening = id.bytes
    opening.append(bigEndian: newest.content.linkOpenedAt ?? 0)
    let token = Label.invitationToken.key(
      from: secrets.newest.vault.key, context: opening, count: InvitationToken.byteCount)
    return ChatInvitation(owner: secrets.identity, token: InvitationToken(token))
  }

  /// Whether the account of this lineage has had the link that is open now.
  package func admits(_ proof: [UInt8], by lineage: KeyLineage) -> Bool {
    isLinkOpen && invitation?.accepts(proof, id, by: lineage) ?? false
  }
}
