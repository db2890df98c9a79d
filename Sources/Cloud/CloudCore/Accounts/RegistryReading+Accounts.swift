import CloudModel
package import CloudRules

extension RegistryReading {
  /// The user that an administrator names, by account name or user record name.
  ///
  /// Throws `.unknownItem`.
  package func userRecordName(ofAccount account: String) throws -> String {
    let found =
      account.hasPrefix("_")
      ? try self.account(userRecordName: account) : try self.account(named: account)
    guard let found, !found.isGone else {
      throw CloudError(.unknownItem, "There is no such account.")
    }
    return found.userRecordName
  }

  /// The name of an account; nil for no account.
  func name(of userRecordName: String?) throws -> String? {
    try userRecordName.flatMap { try account(userRecordName: $0)?.name }
  }
}
