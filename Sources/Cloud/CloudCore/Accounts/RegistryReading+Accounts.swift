package import CloudModel
package import CloudRules

extension RegistryReading {
  /// The user that an administrator names, by account name or user record name.
  ///
  /// Throws `.unknownItem`.
  package func userRecordName(ofAccount account: String) throws -> String {
    let found =
      account.hasPrefix("_")
      ? try self.account(userRecordName: account) : try self.account(named: account)
    guard let found, !found.isGone else { throw CloudError.noAccount(account) }
    return found.userRecordName
  }

  /// The name of an account; nil for no account.
  func name(of userRecordName: String?) throws -> String? {
    try userRecordName.flatMap { try account(userRecordName: $0)?.name }
  }
}

extension CloudError {
  /// For an administrator who names an account that there is not, or not any more.
  package static func noAccount(_ name: String) -> CloudError {
    CloudError(
      .unknownItem,
      "There is no account ‘\(name.quotable(upTo: 255))’. ‘zonechat cloud accounts’ lists them.")
  }
}
