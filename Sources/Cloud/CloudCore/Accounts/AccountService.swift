package import CloudModel
package import CloudRules
import Foundation
import Synchronization

/// Accounts by name, and the passphrases that prove them.
package struct AccountService: Sendable {
  /// The proof of a caller for an account: access to the Unix socket, or a passphrase.
  package enum Proof: Sendable {
    /// Over the Unix socket, whose file only its owner can open, or with the administrator token.
    case socket
    /// Over TCP, from this address.
    case passphrase(address: String)
  }

  let store: any CloudStore
  let surroundings: Surroundings
  /// Our choice: a user who tries one address after another learns which are taken.
  private static let addressChangeRate = RequestRate(perSecond: 1.0 / 3600, burst: 10)

  let passphrases: PassphraseKeeper
  let attempts: AttemptGuard
  private let conditions: any RequestConditions
  private let signUps = RequestThrottle()
  private let addressChanges = RequestThrottle()

  /// Without `conditions` the limits are the defaults.
  package init(
    store: any CloudStore, surroundings: Surroundings,
    conditions: any RequestConditions = UnrestrictedConditions(),
    cost: PassphraseHash.Parameters = .standard
  ) {
    self.store = store
    self.surroundings = surroundings
    self.conditions = conditions
    passphrases = PassphraseKeeper(parameters: cost, surroundings: surroundings)
    attempts = AttemptGuard(now: surroundings.now)
    addressChanges.setRate(Self.addressChangeRate)
  }

  /// Creates a user without a passphrase, who can sign in only over the Unix socket.
  ///
  /// Throws `.invalidArguments` for an invalid name, `.constraintViolation` for one that is taken.
  package func createAccount(named name: String) throws(CloudError) -> StoredAccount {
    try create(AccountRequest(name: name), passphrase: nil)
  }

  /// Creates a user; only over the Unix socket may the passphrase be missing.
  ///
  /// Throws `.requestRateLimited` if too many accounts were made from the address, and also
  /// `.permissionFailure` if accounts may not be made over TCP, `.invalidArguments` for a name that is reserved there.
  package func createAccount(
    _ request: AccountRequest, proof: Proof
  ) async throws -> ProvenAccount {
    try AccountRules.check(request)
    if case .passphrase = proof { try Self.checkUnreserved(request.name) }
    switch (request.passphrase, proof) {
    case (let passphrase?, _):
      try PassphraseKeeper.check(passphrase)
      try countSignUp(proof)
      // Checked before the hashing, so that a name that is taken costs no work.
      try await store.onThread {
        try store.readingRegistry { try checkOpen(request, proof, in: $0) }
      }
      let hash = try await passphrases.hash(of: passphrase)
      let account = try await store.onThread { try create(request, passphrase: hash) }
      return ProvenAccount(account: account, passphraseHash: hash.text)
    case (nil, .socket):
      let account = try await store.onThread {
        try store.readingRegistry { try checkOpen(request, proof, in: $0) }
        return try create(request, passphrase: nil)
      }
      return ProvenAccount(account: account, passphraseHash: nil)
    case (nil, .passphrase): throw Self.passphraseRequired
    }
  }

  /// Recognises a user by name and passphrase; over the Unix socket the name alone is enough, and then the
  /// administrators' log notes it.
  ///
  /// Throws `.notAuthenticated`, the same and after the same time for an unknown name as for a wrong
  /// passphrase, `.requestRateLimited` after too many failures, and `.permissionFailure` for the person of an account
  /// that is disabled.
  package func recognize(
    name: String, passphrase: String?, proof: Proof
  ) async throws -> ProvenAccount {
    let known = try await store.onThread {
      try store.readingRegistry { registry in
        try Self.known(try registry.account(named: name), in: registry)
      }
    }
    let proven = try await prove(known, named: name, passphrase, proof)
    if passphrase == nil {
      let now = surroundings.now().millisecondsSince1970
      try await store.onThread {
        try store.writingRegistry { try $0.note(.signIn, of: proven.account.name, at: now) }
      }
    }
    return proven
  }

  /// Recognises a user who is signed in once more: by the passphrase; over the Unix socket nothing is needed.
  ///
  /// Throws `.permissionFailure` for a wrong passphrase, `.invalidArguments` if it is missing and needed, and
  /// `.requestRateLimited` after too many failures, here or at signing in.
  package func require(
    passphrase: String?, of user: String, proof: Proof
  ) async throws -> ProvenAccount {
    let known = try await store.onThread {
      try store.readingRegistry { registry in
        try Self.known(try registry.account(userRecordName: user), in: registry)
      }
    }
    do {
      return try await prove(known, named: user, passphrase, proof)
    } catch let error as CloudError where error.code == .notAuthenticated {
      // The keys of the request are good, so nobody has to sign in again.
      throw CloudError(
        .permissionFailure,
        "The passphrase is wrong, or the account has none. The administrator of the cloud can set one."
      )
    }
  }

  /// Gives the user who is signed in another passphrase, and ends all sessions and codes in the same transaction.
  ///
  /// The caller closes what the sessions have left open: `SessionService.closeAll(of:)`. Throws like `require`, and
  /// `.notAuthenticated` if the account has got another passphrase meanwhile.
  package func changePassphrase(
    from old: String?, to new: String, of user: String, proof: Proof
  ) async throws -> ProvenAccount {
    try PassphraseKeeper.check(new)
    let proven = try await require(passphrase: old, of: user, proof: proof)
    let hash = try await passphrases.hash(of: new)
    let now = surroundings.now().millisecondsSince1970
    try await store.onThread {
      try store.writingRegistry { registry in
        _ = try registry.lockAccount(userRecordName: user)
        try proven.requireCurrent(in: registry)
        try registry.setPassphraseHash(hash.text, of: user)
        _ = try registry.deleteSessions(of: user, at: now)
        // Whoever had the old one may have made codes, and one for a new passphrase would undo this one.
        try registry.revokeCodes(of: user, at: now)
      }
    }
    return ProvenAccount(account: proven.account, passphraseHash: hash.text)
  }

  /// An account, and the hash of its passphrase.
  private typealias Known = (account: StoredAccount, hash: String?)

  /// Nil for nobody, and for the account of a server.
  private static func known(
    _ account: StoredAccount?, in registry: any RegistryReading
  ) throws -> Known? {
    guard let account, !account.isServer else { return nil }
    return (account, try registry.passphraseHash(of: account.userRecordName))
  }

  private func prove(
    _ known: Known?, named name: String, _ passphrase: String?, _ proof: Proof
  ) async throws -> ProvenAccount {
    switch (proof, passphrase) {
    case (.socket, nil):
      guard let known else { throw CloudError(.unknownItem, "No user is called \(name)") }
      try known.account.requireEnabled()
      return ProvenAccount(account: known.account, passphraseHash: nil)
    case (.passphrase, nil): throw Self.passphraseRequired
    case (_, let passphrase?):
      let keys = Self.keys(of: known?.account, named: name, proof: proof)
      let recognized = try await attempts.attempt(keys) { () -> ProvenAccount? in
        let matches = try await passphrases.matches(
          passphrase, known?.hash.flatMap(PassphraseHash.init(text:)))
        guard matches, let known else { return nil }
        return ProvenAccount(account: known.account, passphraseHash: known.hash)
      }
      guard let recognized else { throw CloudError.wrongPassphrase }
      try recognized.account.requireEnabled()
      return recognized
    }
  }

  /// Throws `.notAuthenticated` if the account has got another passphrase since it was proven.
  package func requireCurrent(_ proven: ProvenAccount) throws(CloudError) {
    try store.readingRegistry { try proven.requireCurrent(in: $0) }
  }

  /// Forgets how often somebody has tried to sign in, up, or to take an address.
  package func forgetAttempts() {
    attempts.forget()
    for counter in [signUps, addressChanges] { counter.setRate(nil) }
    addressChanges.setRate(Self.addressChangeRate)
  }

  /// Makes the account as a plan has it, or changes what differs.
  ///
  /// A passphrase that an account gets takes its codes back, and the administrators' log notes it unless the plan makes
  /// the account. One that replaces another one ends all sessions; returns how many there were, or nil where none was
  /// replaced. Throws `.constraintViolation` for the name of an account that was deleted.
  @discardableResult
  package func apply(
    _ plan: CloudPlan.Account
  ) throws -> (account: StoredAccount, endedSessions: Int?) {
    var request = AccountRequest(name: plan.name)
    request.emailAddress = plan.emailAddress
    request.firstName = plan.firstName
    request.lastName = plan.lastName
    try AccountRules.check(request)
    let present = try store.readingRegistry { registry in
      guard try !registry.isDeleted(plan.name) else {
        throw CloudError(
          .constraintViolation,
          "It was deleted, and its name is not given again. Take the account out of the plan, or give it another name."
        )
      }
      return try registry.account(named: plan.name)
    }
    let account = try present ?? create(request, passphrase: nil)
    let stored = try store.readingRegistry { try $0.passphraseHash(of: account.userRecordName) }
    var hash: PassphraseHash?
    if let passphrase = plan.passphrase {
      let isSame = try stored.flatMap(PassphraseHash.init(text:))?.matches(passphrase) ?? false
      if !isSame { hash = try passphrases.hashNow(passphrase) }
    }
    return try store.writingRegistry { registry in
      let changed = try Self.change(
        account.userRecordName,
        AccountSettings(
          isDiscoverable: plan.isDiscoverable, emailAddress: plan.emailAddress,
          firstName: plan.firstName, lastName: plan.lastName), in: registry)
      guard let hash else { return (changed, nil) }
      let now = surroundings.now().millisecondsSince1970
      try registry.setPassphraseHash(hash.text, of: account.userRecordName)
      try registry.revokeCodes(of: account.userRecordName, at: now)
      // An account that the plan makes was nobody's before.
      if present != nil { try registry.note(.passphrase, of: account.name, at: now) }
      guard stored != nil else { return (changed, nil) }
      return (changed, try registry.deleteSessions(of: account.userRecordName, at: now))
    }
  }

  /// Changes the user's profile, and whether others can discover the user.
  ///
  /// Throws `.requestRateLimited` where the user has tried too many addresses.
  package func change(
    _ settings: AccountSettings, of user: String
  ) throws -> StoredAccount {
    try AccountRules.check(settings)
    let present = try store.readingRegistry { try $0.account(userRecordName: user) }
    if let address = settings.emailAddress, address != present?.emailAddress {
      try addressChanges.admit(
        user, at: surroundings.now(),
        because: "You have changed your address too often. Wait and try again.")
    }
    return try store.writingRegistry { try Self.change(user, settings, in: $0) }
  }

  private func create(
    _ request: AccountRequest, passphrase: PassphraseHash?
  ) throws(CloudError) -> StoredAccount {
    try AccountRules.check(request)
    let (user, now) = (newUserRecordName(), surroundings.now().millisecondsSince1970)
    return try store.writingRegistry { registry in
      try Self.insert(request, as: user, passphrase: passphrase, at: now, in: registry)
    }
  }

  /// Refuses a name under which somebody could pass for the server.
  static func checkUnreserved(_ name: String) throws(CloudError) {
    guard AccountRules.isReserved(name) else { return }
    throw CloudError(.invalidArguments, "The name \(name) is reserved. Choose another one.")
  }

  func newUserRecordName() -> String { "_" + surroundings.randomHex(byteCount: 16) }

  /// Adds the account that somebody asks for, which the rules have checked.
  ///
  /// Throws `.constraintViolation` for a name or an address that is taken.
  static func insert(
    _ request: AccountRequest, as userRecordName: String, passphrase: PassphraseHash?,
    at now: Int64, in registry: any RegistryTransaction
  ) throws -> StoredAccount {
    let account = StoredAccount(
      name: request.name, userRecordName: userRecordName, emailAddress: request.emailAddress,
      firstName: request.firstName, lastName: request.lastName, createdAt: now)
    try checkFree(request, in: registry)
    try registry.insert(account)
    try registry.claimInvitations(of: account)
    if let passphrase {
      try registry.setPassphraseHash(passphrase.text, of: account.userRecordName)
    }
    return account
  }

  private static func change(
    _ user: String, _ settings: AccountSettings, in registry: any RegistryTransaction
  ) throws -> StoredAccount {
    guard var account = try registry.lockAccount(userRecordName: user), !account.isGone else {
      throw CloudError(.notAuthenticated, "There is no such user.")
    }
    var isFirstAddress = false
    if let address = settings.emailAddress, address != account.emailAddress {
      try checkFree(address, in: registry)
      // Addresses are not verified. So only a user's first address claims invitations: a user who
      // tries one address after another gets nobody else's.
      isFirstAddress = account.emailAddress == nil
      account.emailAddress = address
    }
    account.firstName = settings.firstName ?? account.firstName
    account.lastName = settings.lastName ?? account.lastName
    account.isDiscoverable = settings.isDiscoverable ?? account.isDiscoverable
    try registry.update(account)
    if isFirstAddress { try registry.claimInvitations(of: account) }
    return account
  }

  /// Ensures that an account can be made without a code: that its name is not reserved for the holder of one.
  ///
  /// A plan may make it nevertheless: it is applied at the start of the cloud, where nobody can take a code back.
  private func checkOpen(
    _ request: AccountRequest, _ proof: Proof, in registry: any RegistryReading
  ) throws {
    try Self.checkFree(request, in: registry)
    let reserving = try registry.codes(reserving: request.name)
    // Most names are in no invitation, and then nobody looks at the clock.
    guard !reserving.isEmpty,
      AdmissionRules.isReserved(
        by: reserving, at: surroundings.now().millisecondsSince1970,
        membersInvite: conditions.limits.membersInvite > 0)
    else { return }
    switch proof {
    case .passphrase: throw Self.taken(request.name)
    case .socket: throw Self.reserved(request.name)
    }
  }

  static func checkFree(
    _ request: AccountRequest, in registry: any RegistryReading
  ) throws {
    guard try !registry.isNameTaken(request.name) else { throw taken(request.name) }
    try checkFree(request.emailAddress, in: registry)
  }

  static func taken(_ name: String) -> CloudError {
    CloudError(.constraintViolation, "The name \(name) is taken. Choose another one.")
  }

  /// For the administrator, who may know that there is an invitation.
  static func reserved(_ name: String) -> CloudError {
    CloudError(
      .constraintViolation,
      "The name \(name) is reserved for an invitation. Choose another one, or take the invitation back: "
        + "‘zonechat cloud invitations’ lists it.")
  }

  private static func checkFree(
    _ address: String?, in registry: any RegistryReading
  ) throws {
    guard let address, try registry.account(named: address) != nil else { return }
    throw CloudError(.constraintViolation, "The address \(address) is taken. Choose another one.")
  }

  /// Counts an account that is about to be made over TCP, if such accounts may be made.
  private func countSignUp(_ proof: Proof) throws(CloudError) {
    guard case .passphrase(let address) = proof else { return }
    try Self.checkOpen(conditions.limits.signUpPolicy)
    let most = conditions.limits.signUpsPerHour
    signUps.setRate(RequestRate(perSecond: Double(most) / 3600, burst: most))
    try signUps.admit(
      CallerNetwork.text(of: address), at: surroundings.now(),
      because: "Too many accounts were made from this address. Wait and try again.")
  }

  /// Refuses a new account over the network to who has no invitation, where the policy does.
  static func checkOpen(_ policy: SignUpPolicy) throws(CloudError) {
    if let refusal = policy.refusal { throw CloudError(.permissionFailure, refusal) }
  }

  private static func keys(
    of account: StoredAccount?, named name: String, proof: Proof
  ) -> [AttemptLimiter.Key] {
    let key: AttemptLimiter.Key =
      account.map { .account($0.userRecordName) } ?? .unknown(TokenHash.of(name.lowercased()))
    switch proof {
    case .socket: return [key]
    case .passphrase(let address): return [key, .address(CallerNetwork.text(of: address))]
    }
  }

  static var passphraseRequired: CloudError {
    CloudError(
      .invalidArguments,
      "Over TCP an account needs a passphrase. Send it as ‘passphrase’, or use the cloud's "
        + "Unix socket.")
  }
}

extension RegistryReading {
  /// Whether the account of this name was deleted, or is being deleted: only the name is left.
  fileprivate func isDeleted(_ name: String) throws -> Bool {
    try account(named: name) == nil && isNameTaken(name)
  }
}
