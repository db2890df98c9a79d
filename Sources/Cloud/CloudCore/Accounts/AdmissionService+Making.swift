import CloudModel
import CloudRules
package import CloudWire
import Foundation

extension AdmissionService {
  /// Makes a code; only this answer has it.
  ///
  /// Throws `.permissionFailure` for a kind that is not for the maker, and for a member with too many open invitations;
  /// `.constraintViolation` for a name that is taken or reserved; `.unknownItem` for an account that does not exist.
  package func make(
    _ request: CodeRequest, by maker: Maker
  ) async throws -> (code: String, entry: CodeEntry) {
    let proven = try await check(request, by: maker)
    let (text, id) = (surroundings.randomURLSafe(byteCount: AdmissionRules.codeBytes), newID())
    let now = surroundings.now().millisecondsSince1970
    let entry = try await store.onThread {
      try store.writingRegistry { registry in
        try registry.deleteCodes(expiredBefore: now - AdmissionRules.memorySeconds * 1000)
        try Self.lock(maker, proven, in: registry)
        let code = try AdmissionRules.code(
          request.kind, id: id, hash: TokenHash.of(text),
          name: request.kind == .invitation ? request.name : nil,
          of: try user(of: request, by: maker, in: registry), issuer: maker.user,
          uses: request.uses, lifeSeconds: request.lifeSeconds, at: now)
        if code.kind == .invitation { try checkInvitation(code, in: registry, at: now) }
        try registry.insert(code)
        let made = try self.entry(of: code, in: registry, at: now)
        // Whoever has the code can become the person.
        if code.kind == .reset, let name = made.name {
          try registry.note(.reset, of: name, at: now)
        }
        return made
      }
    }
    return (text, entry)
  }

  /// The codes that the member has made; all codes for the administrator.
  package func codes(for maker: Maker) throws -> [CodeEntry] {
    let now = surroundings.now().millisecondsSince1970
    return try store.readingRegistry { registry in
      try registry.codes(of: maker.user).map { try entry(of: $0, in: registry, at: now) }
    }
  }

  /// Takes a code back; one that is over stays as it is.
  ///
  /// Throws `.unknownItem`, also for the code of somebody else.
  package func revoke(_ id: String, by maker: Maker) throws {
    let now = surroundings.now().millisecondsSince1970
    try store.writingRegistry { registry in
      guard let found = try registry.code(id: id),
        maker.user == nil || found.issuer == maker.user,
        let code = try registry.lockCode(hash: found.hash)
      else { throw CloudError(.unknownItem, "There is no such code. Check its id in the list.") }
      try registry.update(AdmissionRules.revoked(code, at: now))
    }
  }

  /// Ensures that the maker may make such a code, as far as no code has to be read for that.
  ///
  /// Returns the maker, where the code needs a proof of the account.
  private func check(
    _ request: CodeRequest, by maker: Maker
  ) async throws -> ProvenAccount? {
    if let user = maker.user {
      try making.admit(
        user, at: surroundings.now(), because: "You have made too many codes. Wait and try again.")
    }
    switch (request.kind, maker) {
    case (.invitation, .administrator):
      guard conditions.limits.signUpPolicy != .closed else {
        throw CloudError(
          .invalidArguments,
          "This cloud takes no new accounts over the network, so nobody could use the invitation. "
            + "‘zonechat cloud limits --sign-up invitation’ lets in who has one.")
      }
    case (.invitation, .member):
      guard conditions.limits.signUpPolicy != .closed, conditions.limits.membersInvite > 0 else {
        throw CloudError(
          .permissionFailure,
          "Members may not invite new people to this server. Ask its administrator for an invitation."
        )
      }
    case (.reset, .administrator): break
    case (.reset, .member):
      throw CloudError(
        .permissionFailure,
        "Only the administrator lets somebody set a new passphrase without the present one. "
          + "‘zonechat account passphrase’ changes your own.")
    case (.device, .administrator):
      throw CloudError(
        .invalidArguments,
        "A code for another device is made by the account itself. ‘zonechat account link-device’ does it."
      )
    case (.device, .member(let user, let proof)):
      return try await accounts.require(passphrase: request.passphrase, of: user, proof: proof)
    }
    return nil
  }

  /// Locks the account of the maker and looks at it once more.
  ///
  /// A proof takes a while; the account may be disabled meanwhile, or have another passphrase. The lock also keeps two
  /// invitations that are made at the same time from both finding room.
  private static func lock(
    _ maker: Maker, _ proven: ProvenAccount?, in registry: any RegistryTransaction
  ) throws {
    guard let user = maker.user else { return }
    guard let account = try registry.lockAccount(userRecordName: user), !account.isGone else {
      throw CloudError(.notAuthenticated, "There is no such user.")
    }
    try account.requireEnabled()
    try proven?.requireCurrent(in: registry)
  }

  /// The account that the new code is for; nil for an invitation.
  private func user(
    of request: CodeRequest, by maker: Maker, in registry: any RegistryReading
  ) throws -> String? {
    switch request.kind {
    case .invitation: return nil
    case .device: return maker.user
    case .reset:
      guard let name = request.name else {
        throw CloudError(.invalidArguments, "Name the account that gets a new passphrase.")
      }
      guard let account = try registry.account(named: name), !account.isServer else {
        throw CloudError.noAccount(name)
      }
      return account.userRecordName
    }
  }

  /// Ensures that the name is free, and that a member has not too many open invitations.
  private func checkInvitation(
    _ code: StoredCode, in registry: any RegistryTransaction, at now: Int64
  ) throws {
    if let name = code.name {
      try AccountService.checkFree(AccountRequest(name: name), in: registry)
      let reserving = try registry.codes(reserving: name)
      guard !AdmissionRules.isReserved(by: reserving, at: now, membersInvite: membersInvite) else {
        throw code.issuer == nil ? AccountService.reserved(name) : AccountService.taken(name)
      }
    }
    guard let issuer = code.issuer else { return }
    let most = conditions.limits.membersInvite
    guard try registry.openInvitations(of: issuer, at: now) < most else {
      throw CloudError(
        .permissionFailure,
        "You may have \(most) open invitations. Take one back with ‘zonechat account invitations’, or wait until one is "
          + "used.")
    }
  }

  private func entry(
    of code: StoredCode, in registry: any RegistryReading, at now: Int64
  ) throws -> CodeEntry {
    CodeEntry(
      id: code.id, kind: code.kind,
      state: AdmissionRules.state(of: code, at: now, membersInvite: membersInvite),
      name: try code.name ?? registry.name(of: code.userRecordName),
      issuer: try registry.name(of: code.issuer), createdAt: code.createdAt,
      expiresAt: code.expiresAt, uses: code.uses,
      lastUsedBy: try registry.name(of: code.lastUsedBy))
  }

  /// Letters and digits that nobody takes for one another.
  private func newID() -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    return String(surroundings.randomBytes(8).map { letters[Int($0) % letters.count] })
  }
}
