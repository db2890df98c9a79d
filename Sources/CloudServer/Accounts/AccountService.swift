package import CloudModel
import Foundation
import Synchronization

/// Accounts by name, and the passphrases that prove them.
package struct AccountService: Sendable {
  /// Whether the operating system vouches for who asks, or a passphrase has to.
  package enum Proof: Sendable {
    /// Over the Unix socket, whose file only its owner can open.
    case socket
    /// Over TCP, from this address.
    case passphrase(address: String)
  }

  let store: any CloudStore
  let surroundings: Surroundings
  private let passphrases: PassphraseKeeper
  private let limiter: AttemptGuard

  package init(
    store: any CloudStore, surroundings: Surroundings,
    cost: PassphraseHash.Parameters = .standard
  ) {
    self.store = store
    self.surroundings = surroundings
    passphrases = PassphraseKeeper(parameters: cost, surroundings: surroundings)
    limiter = AttemptGuard(now: surroundings.now)
  }

  /// Creates a user whom only the socket lets in.
  ///
  /// Throws `.invalidArguments` for a name that is none, `.constraintViolation` for one that is taken.
  package func createAccount(named name: String) throws(CloudError) -> StoredAccount {
    try create(AccountRequest(name: name), passphrase: nil)
  }

  /// Creates a user, with a passphrase unless the socket vouches for who asks.
  package func createAccount(
    _ request: AccountRequest, proof: Proof
  ) async throws -> StoredAccount {
    try AccountRules.check(request)
    switch (request.passphrase, proof) {
    case (let passphrase?, _):
      return try create(request, passphrase: try await passphrases.hash(of: passphrase))
    case (nil, .socket): return try create(request, passphrase: nil)
    case (nil, .passphrase): throw Self.passphraseRequired
    }
  }

  /// Recognises a user by name and passphrase; by name alone where the socket vouches for who asks.
  ///
  /// Throws `.notAuthenticated`, the same and after the same time for an unknown name as for a wrong
  /// passphrase, and `.requestRateLimited` after too many failures.
  package func recognize(
    name: String, passphrase: String?, proof: Proof
  ) async throws -> StoredAccount {
    let found = try store.readingRegistry { registry in
      try registry.account(named: name).map { account in
        (account: account, hash: try registry.passphraseHash(of: account.userRecordName))
      }
    }
    let known = found.flatMap { $0.account.isServer ? nil : $0 }
    switch (proof, passphrase) {
    case (.socket, nil):
      guard let known else { throw CloudError(.unknownItem, "No user is called \(name)") }
      return known.account
    case (.passphrase, nil): throw Self.passphraseRequired
    case (_, let passphrase?):
      let keys = Self.limiterKeys(name: name, proof: proof)
      try limiter.check(keys)
      let matches = try await passphrases.matches(
        passphrase, known?.hash.flatMap(PassphraseHash.init(text:)))
      guard matches, let known else {
        limiter.failed(keys)
        throw CloudError(.notAuthenticated, "The name or the passphrase is wrong.")
      }
      limiter.succeeded(keys)
      return known.account
    }
  }

  /// Makes the account as a plan has it, or changes what differs.
  @discardableResult
  package func apply(_ plan: CloudPlan.Account) throws -> StoredAccount {
    var request = AccountRequest(name: plan.name)
    request.emailAddress = plan.emailAddress
    request.firstName = plan.firstName
    request.lastName = plan.lastName
    try AccountRules.check(request)
    let present = try store.readingRegistry { try $0.account(named: plan.name) }
    let account = try present ?? create(request, passphrase: nil)
    let stored = try store.readingRegistry { try $0.passphraseHash(of: account.userRecordName) }
    var hash: PassphraseHash?
    if let passphrase = plan.passphrase {
      let isSame = try stored.flatMap(PassphraseHash.init(text:))?.matches(passphrase) ?? false
      if !isSame { hash = try passphrases.hashNow(passphrase) }
    }
    return try store.writingRegistry { registry in
      if let hash { try registry.setPassphraseHash(hash.text, of: account.userRecordName) }
      return try Self.change(
        account.userRecordName,
        AccountSettingsRequest(
          isDiscoverable: plan.isDiscoverable, emailAddress: plan.emailAddress,
          firstName: plan.firstName, lastName: plan.lastName), in: registry)
    }
  }

  /// Changes what the user lets others know.
  package func change(
    _ settings: AccountSettingsRequest, of user: String
  ) throws -> StoredAccount {
    try AccountRules.check(settings)
    return try store.writingRegistry { try Self.change(user, settings, in: $0) }
  }

  private func create(
    _ request: AccountRequest, passphrase: PassphraseHash?
  ) throws(CloudError) -> StoredAccount {
    try AccountRules.check(request)
    let account = StoredAccount(
      name: request.name, userRecordName: "_" + surroundings.randomHex(byteCount: 16),
      emailAddress: request.emailAddress, firstName: request.firstName,
      lastName: request.lastName)
    try store.writingRegistry { registry in
      guard try registry.account(named: request.name) == nil else {
        throw CloudError(
          .constraintViolation, "The name \(request.name) is taken. Choose another one.")
      }
      try Self.checkFree(request.emailAddress, in: registry)
      try registry.insert(account)
      if let passphrase {
        try registry.setPassphraseHash(passphrase.text, of: account.userRecordName)
      }
    }
    return account
  }

  private static func change(
    _ user: String, _ settings: AccountSettingsRequest, in registry: any RegistryTransaction
  ) throws -> StoredAccount {
    guard var account = try registry.account(userRecordName: user) else {
      throw CloudError(.notAuthenticated, "There is no such user.")
    }
    if let address = settings.emailAddress, address != account.emailAddress {
      try checkFree(address, in: registry)
      account.emailAddress = address
    }
    account.firstName = settings.firstName ?? account.firstName
    account.lastName = settings.lastName ?? account.lastName
    account.isDiscoverable = settings.isDiscoverable ?? account.isDiscoverable
    try registry.update(account)
    return account
  }

  private static func checkFree(
    _ address: String?, in registry: any RegistryTransaction
  ) throws {
    guard let address, try registry.account(named: address) != nil else { return }
    throw CloudError(.constraintViolation, "The address \(address) is taken. Choose another one.")
  }

  private static func limiterKeys(name: String, proof: Proof) -> [AttemptLimiter.Key] {
    // What is no account's name needs no place in the table, and might be long.
    let name = AccountRules.isName(name) ? [AttemptLimiter.Key.name(name.lowercased())] : []
    switch proof {
    case .socket: return name
    case .passphrase(let address): return name + [.address(address)]
    }
  }

  private static var passphraseRequired: CloudError {
    CloudError(
      .invalidArguments,
      "Over TCP an account needs a passphrase; send it as ‘passphrase’, or ask over the cloud's "
        + "Unix socket.")
  }
}
