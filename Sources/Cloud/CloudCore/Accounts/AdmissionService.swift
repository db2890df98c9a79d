package import CloudModel
package import CloudRules
import Foundation

/// The codes that let somebody in, and who comes in by one.
///
/// 1. To use a code is one transaction with what it is used for: of several who use its last time, one gets it.
/// 2. To look at a code uses nothing.
/// 3. A code is in no error, no log and no list: only the answer to whoever has made it has it.
/// 4. Only a wrong code counts as an attempt to guess, and waits. A right one never waits for the mistakes of others at
///    the address: nobody guesses its 128 random bits, however many guesses there are.
package struct AdmissionService: Sendable {
  /// Who makes a code, or asks for the list.
  package enum Maker: Sendable {
    case administrator
    /// Somebody who is signed in; the proof is that of the request beside the session.
    case member(String, AccountService.Proof)

    /// The account; nil for the administrator.
    var user: String? {
      switch self {
      case .administrator: nil
      case .member(let user, _): user
      }
    }
  }

  /// Our choice: people who are invited sit behind one address more often than others, at a table or in a class.
  private static let invitedSignUpsFactor = 4
  /// Our choice: a member's friends, and far too few for a robot.
  private static let memberSignUpRate = RequestRate(perSecond: 20.0 / 86_400, burst: 20)
  /// Our choice: codes are kept for a while after their end, so an account must not make any number of them.
  private static let makingRate = RequestRate(perSecond: 100.0 / 86_400, burst: 100)

  let store: any CloudStore
  let surroundings: Surroundings
  let conditions: any RequestConditions
  let accounts: AccountService
  private let sessions: SessionService
  private let invitedSignUps = RequestThrottle()
  private let memberSignUps = RequestThrottle()
  let making = RequestThrottle()

  package init(
    store: any CloudStore, surroundings: Surroundings, conditions: any RequestConditions,
    accounts: AccountService, sessions: SessionService
  ) {
    self.store = store
    self.surroundings = surroundings
    self.conditions = conditions
    self.accounts = accounts
    self.sessions = sessions
    forgetAttempts()
  }

  /// Whether the limits let members invite; where they do not, nobody comes in by the invitations that they have made.
  var membersInvite: Bool { conditions.limits.membersInvite > 0 }

  /// Forgets how often somebody has come in by a code, or made one.
  package func forgetAttempts() {
    for (counter, rate) in [
      (memberSignUps, Self.memberSignUpRate), (making, Self.makingRate),
    ] {
      counter.setRate(nil)
      counter.setRate(rate)
    }
    invitedSignUps.setRate(nil)
  }
}

// MARK: - Coming in

extension AdmissionService {
  /// What a code is for.
  ///
  /// Throws `.unknownItem` for one that nobody has made, which counts as an attempt to guess, and `CodeEnd` for one
  /// that is over.
  package func look(
    _ text: String, proof: AccountService.Proof
  ) async throws -> CodeDescription {
    let code = try await find(text, proof)
    let (name, inviter) = try await store.onThread {
      try store.readingRegistry { registry in
        (
          try code.name ?? registry.name(of: code.userRecordName),
          try registry.name(of: code.issuer)
        )
      }
    }
    return CodeDescription(
      kind: code.kind, name: name, inviter: inviter, expiresAt: code.expiresAt)
  }

  /// Creates a user, by an invitation if the request has one.
  ///
  /// Throws like `AccountService.createAccount` and `look`.
  package func createAccount(
    _ request: AccountRequest, proof: AccountService.Proof
  ) async throws -> ProvenAccount {
    guard let text = request.code else {
      return try await accounts.createAccount(request, proof: proof)
    }
    try AccountRules.check(request)
    let code = try await find(text, proof)
    // Only the administrator can mean such a name.
    let isMeant = code.issuer == nil && code.name?.lowercased() == request.name.lowercased()
    if case .passphrase = proof, !isMeant { try AccountService.checkUnreserved(request.name) }
    guard code.kind == .invitation else {
      throw CloudError(
        .invalidArguments,
        "This code is for an account that there is already. Sign in with it.")
    }
    let hash: PassphraseHash?
    switch (request.passphrase, proof) {
    case (let passphrase?, _):
      try PassphraseKeeper.check(passphrase)
      try countInvitedSignUp(proof)
      try await store.onThread {
        try store.readingRegistry { try checkFree(request, for: code, in: $0) }
      }
      hash = try await accounts.passphrases.hash(of: passphrase)
    case (nil, .socket): hash = nil
    case (nil, .passphrase): throw AccountService.passphraseRequired
    }
    let user = accounts.newUserRecordName()
    return try await use(code) { registry, code in
      try checkFree(request, for: code, in: registry)
      // Last of all checks: only an account that is made counts for its inviter.
      if hash != nil, let issuer = code.issuer { try countSignUp(invitedBy: issuer) }
      let now = surroundings.now().millisecondsSince1970
      let account = try AccountService.insert(
        request, as: user, passphrase: hash, at: now, in: registry)
      return ProvenAccount(account: account, passphraseHash: hash?.text)
    }
  }

  /// Recognises a user by name and passphrase, or by a code for the account.
  ///
  /// A code of the kind `.reset` needs the new passphrase, and ends all sessions; one of the kind `.device` needs none.
  /// Throws like `AccountService.recognize` and `look`.
  package func recognize(
    _ request: AccountRequest, proof: AccountService.Proof
  ) async throws -> ProvenAccount {
    guard let text = request.code else {
      return try await accounts.recognize(
        name: request.name, passphrase: request.passphrase, proof: proof)
    }
    let code = try await find(text, proof)
    if code.kind != .invitation { try await checkName(request.name, of: code, proof) }
    switch code.kind {
    case .invitation:
      throw CloudError(
        .invalidArguments, "This code is an invitation to make an account. Sign up with it.")
    case .reset:
      guard let passphrase = request.passphrase else {
        throw CloudError(
          .invalidArguments, "This code sets a new passphrase. Send that as ‘passphrase’.")
      }
      return try await setPassphrase(passphrase, by: code)
    case .device:
      guard request.passphrase == nil else {
        throw CloudError(
          .invalidArguments, "A code for another device needs no passphrase. Leave it out.")
      }
      return try await use(code) { registry, code in
        let account = try Self.lockAccount(of: code, in: registry)
        return ProvenAccount(
          account: account,
          passphraseHash: try registry.passphraseHash(of: account.userRecordName))
      }
    }
  }

  private func setPassphrase(
    _ passphrase: String, by code: StoredCode
  ) async throws -> ProvenAccount {
    let hash = try await accounts.passphrases.hash(of: passphrase)
    let now = surroundings.now().millisecondsSince1970
    let proven = try await use(code) { registry, code in
      let account = try Self.lockAccount(of: code, in: registry)
      let user = account.userRecordName
      try registry.setPassphraseHash(hash.text, of: user)
      _ = try registry.deleteSessions(of: user, at: now)
      // Another code for a new passphrase would undo this one. What the account has made for others ends too: whoever
      // has taken the account over may have made it.
      try registry.revokeCodes(of: user, at: now)
      return ProvenAccount(account: account, passphraseHash: hash.text)
    }
    sessions.closeAll(of: proven.account.userRecordName)
    return proven
  }

  /// Ensures that the request means the account of the code, before anything is done that costs work.
  ///
  /// Another name counts as an attempt to guess. Throws `.invalidArguments` for it, and like `account(of:in:)`.
  private func checkName(
    _ name: String, of code: StoredCode, _ proof: AccountService.Proof
  ) async throws {
    let account = try await store.onThread {
      try store.readingRegistry { try Self.account(of: code, in: $0) }
    }
    guard account.name.lowercased() != name.lowercased() else { return }
    try await countFailure(proof)
    throw CloudError(.invalidArguments, "This code is for the account \(account.name).")
  }

  private static func lockAccount(
    of code: StoredCode, in registry: any RegistryTransaction
  ) throws -> StoredAccount {
    if let user = code.userRecordName { _ = try registry.lockAccount(userRecordName: user) }
    return try account(of: code, in: registry)
  }

  /// The account that a code is for.
  ///
  /// Throws `.unknownItem` if there is none any more, `.permissionFailure` if it is disabled.
  private static func account(
    of code: StoredCode, in registry: any RegistryReading
  ) throws -> StoredAccount {
    guard let user = code.userRecordName,
      let account = try registry.account(userRecordName: user), !account.isGone
    else { throw CloudError(.unknownItem, "The account of this code does not exist any more.") }
    try account.requireEnabled()
    return account
  }

  /// Uses the code once, together with what it is used for, which gets the code as it is stored now.
  ///
  /// The account that `body` returns has used it. Throws `CodeEnd` if somebody else has had its last use.
  private func use(
    _ code: StoredCode,
    _ body: @escaping @Sendable (any RegistryTransaction, StoredCode) throws -> ProvenAccount
  ) async throws -> ProvenAccount {
    let now = surroundings.now().millisecondsSince1970
    return try await store.onThread {
      // A value, because the store makes its own error of any that it does not know.
      let outcome = try store.writingRegistry { registry -> Result<ProvenAccount, CodeEnd> in
        guard let code = try registry.lockCode(hash: code.hash) else { throw Self.unknown }
        if let end = AdmissionRules.end(of: code, at: now, membersInvite: membersInvite) {
          return .failure(end)
        }
        let proven = try body(registry, code)
        // Read again: what the code was used for may have taken back all codes of the account.
        let present = try registry.lockCode(hash: code.hash) ?? code
        try registry.update(AdmissionRules.used(present, by: proven.account.userRecordName))
        return .success(proven)
      }
      return try outcome.get()
    }
  }

  /// An open code.
  private func find(
    _ text: String, _ proof: AccountService.Proof
  ) async throws -> StoredCode {
    let hash = TokenHash.of(text)
    let code = try await store.onThread {
      try store.readingRegistry { try $0.code(hash: hash) }
    }
    guard let found = code else {
      try await countFailure(proof)
      throw Self.unknown
    }
    let now = surroundings.now().millisecondsSince1970
    if let end = AdmissionRules.end(of: found, at: now, membersInvite: membersInvite) { throw end }
    return found
  }

  /// Counts a failed attempt to guess.
  ///
  /// Throws `.requestRateLimited` if it has to wait.
  private func countFailure(_ proof: AccountService.Proof) async throws {
    _ = try await accounts.attempts.attempt(Self.keys(of: proof)) { () -> StoredCode? in nil }
  }

  /// By which attempts are counted: nobody guesses at the Unix socket.
  private static func keys(of proof: AccountService.Proof) -> [AttemptLimiter.Key] {
    switch proof {
    case .socket: []
    case .passphrase(let address): [.address(CallerNetwork.text(of: address))]
    }
  }

  private static let unknown = CloudError(
    .unknownItem,
    "There is no such code here. Check that the link is whole, or ask whoever gave it to you for a new one."
  )

  /// Ensures that the holder of an invitation can have the name.
  private func checkFree(
    _ request: AccountRequest, for code: StoredCode, in registry: any RegistryReading
  ) throws {
    try AccountService.checkFree(request, in: registry)
    let now = surroundings.now().millisecondsSince1970
    guard
      !AdmissionRules.isReserved(
        by: try registry.codes(reserving: request.name), except: code.id, at: now,
        membersInvite: membersInvite)
    else { throw AccountService.taken(request.name) }
  }

  private func countInvitedSignUp(_ proof: AccountService.Proof) throws(CloudError) {
    guard case .passphrase(let address) = proof else { return }
    let policy = conditions.limits.signUpPolicy
    if policy == .closed { try AccountService.checkOpen(policy) }
    let most = conditions.limits.signUpsPerHour * Self.invitedSignUpsFactor
    invitedSignUps.setRate(RequestRate(perSecond: Double(most) / 3600, burst: most))
    try invitedSignUps.admit(
      CallerNetwork.text(of: address), at: surroundings.now(),
      because: "Too many accounts were made from this address. Wait and try again.")
  }

  private func countSignUp(invitedBy issuer: String) throws(CloudError) {
    try memberSignUps.admit(
      issuer, at: surroundings.now(),
      because: "Too many people have signed up by invitations of this member. Wait and try again.")
  }
}
