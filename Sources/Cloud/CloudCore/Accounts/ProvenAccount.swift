package import CloudModel
package import CloudRules

/// An account, and what has proven that the caller may use it.
///
/// Whoever opens a session with it looks at the proof again: checking a passphrase takes a while, and a new one that is
/// set meanwhile ends only the sessions of that moment.
package struct ProvenAccount: Sendable {
  package let account: StoredAccount
  /// The hash that the passphrase has matched, as it is stored; nil where the caller came over the Unix socket, or with
  /// the administrator token, and needed none.
  let passphraseHash: String?

  /// Throws `.notAuthenticated` if the account has another passphrase now or is gone, `.permissionFailure` if it is
  /// disabled.
  func requireCurrent(in registry: any RegistryReading) throws {
    guard let present = try registry.account(userRecordName: account.userRecordName),
      !present.isGone
    else { throw CloudError.wrongPassphrase }
    try present.requireEnabled()
    guard let passphraseHash else { return }
    guard try registry.passphraseHash(of: account.userRecordName) == passphraseHash else {
      throw CloudError.wrongPassphrase
    }
  }
}

extension StoredAccount {
  /// Throws `.permissionFailure` for an account that is disabled.
  ///
  /// Only whoever has proven to be its person may learn this.
  package func requireEnabled() throws(CloudError) {
    guard state != .disabled else {
      throw CloudError(
        .permissionFailure, "This account is disabled. Ask the administrator of the server.")
    }
  }
}

extension CloudError {
  /// The same for a wrong passphrase, for a name that nobody has and for an account without a passphrase.
  static let wrongPassphrase = CloudError(
    .notAuthenticated,
    "The name or the passphrase is wrong, or the account has no passphrase. The administrator of "
      + "the cloud can set one.")
}
