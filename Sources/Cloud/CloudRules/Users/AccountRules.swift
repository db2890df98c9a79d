package import CloudModel

/// The rules for the names and addresses of accounts.
///
/// Names and addresses are printable ASCII, so that one account has only one spelling, apart from
/// case.
package enum AccountRules {
  package static let nameLength = 1...32

  /// Whether somebody may sign up with the name.
  ///
  /// The name begins with a letter or digit, so it cannot be mistaken for an option, a hidden file, `.` or `..`.
  static func isName(_ name: String) -> Bool {
    nameLength.contains(name.utf8.count) && isLetterOrDigit(name.first)
      && name.allSatisfy { isLetterOrDigit($0) || "-_.".contains($0) }
  }

  static let invalidName = CloudError(
    .invalidArguments,
    "An account name must have 1 to 32 letters, digits, hyphens, underscores and dots, and "
      + "begin with a letter or digit.")

  package static func check(_ request: AccountRequest) throws(CloudError) {
    guard isName(request.name) else { throw invalidName }
    try check(deviceName: request.deviceName)
    try check(
      AccountSettings(
        emailAddress: request.emailAddress, firstName: request.firstName,
        lastName: request.lastName))
  }

  package static func check(deviceName: String?) throws(CloudError) {
    guard let deviceName, !VisibleName.isValid(deviceName) else { return }
    throw CloudError(
      .invalidArguments,
      "The name of a device must have 1 to \(VisibleName.characters) visible characters and at most "
        + "\(VisibleName.bytes) bytes, without a space at either end.")
  }

  /// Names under which somebody could pass for the server, for everybody or for nobody.
  private static let reserved: Set<String> = [
    "admin", "administrator", "everyone", "me", "nobody", "owner", "root", "server", "support",
    "system", "unknown", "you", "zonechat",
  ]

  /// Whether only an administrator can make an account with this name.
  package static func isReserved(_ name: String) -> Bool { reserved.contains(name.lowercased()) }

  package static func check(_ settings: AccountSettings) throws(CloudError) {
    for name in [settings.firstName, settings.lastName] {
      guard let name, !VisibleName.isValid(name) else { continue }
      throw CloudError(
        .invalidArguments,
        "A person's name must have 1 to \(VisibleName.characters) visible characters and at most "
          + "\(VisibleName.bytes) bytes, without control, direction and zero-width characters, and "
          + "without a space at either end.")
    }
    if let address = settings.emailAddress, !UserLookup.isAddress(address) {
      throw CloudError(
        .invalidArguments,
        "An e-mail address must be NAME@HOST in at most \(UserLookup.addressBytes.upperBound) printable ASCII "
          + "characters.")
    }
  }

  private static func isLetterOrDigit(_ character: Character?) -> Bool {
    guard let character, character.isASCII else { return false }
    return character.isLetter || character.isNumber
  }
}
