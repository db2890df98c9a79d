/// What somebody gives who makes an account, or signs in to one.
package struct AccountRequest: Codable, Sendable {
  /// 1 to 32 letters, digits, `-`, `_` and `.`; not case-sensitive.
  package var name: String
  /// At least 8 characters; may be missing over the Unix socket, and with the administrator token.
  package var passphrase: String?
  /// The container for which the keys are issued, with `environment`; ZoneChat's own if missing.
  package var container: String?
  package var environment: CloudEnvironment?
  package var emailAddress: String?
  package var firstName: String?
  package var lastName: String?
  /// Lets its holder do what its `CodeKind` says; of a code that is for an account, `name` is that account's.
  ///
  /// A secret.
  package var code: String?
  /// What the account's list of sessions calls the new one; at most 64 visible characters.
  package var deviceName: String?

  package init(name: String, passphrase: String? = nil, container: String? = nil) {
    self.name = name
    self.passphrase = passphrase
    self.container = container
  }
}
