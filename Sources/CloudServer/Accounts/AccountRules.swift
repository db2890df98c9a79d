import CloudModel

/// What may stand in an account.
enum AccountRules {
  static let nameLength = 1...32
  static let textBytes = 255

  static func isName(_ name: String) -> Bool {
    nameLength.contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        let character = Character(UnicodeScalar(byte))
        return character.isASCII
          && (character.isLetter || character.isNumber || "-_.".contains(character))
      }
  }

  static func check(_ request: AccountRequest) throws(CloudError) {
    guard isName(request.name) else {
      throw CloudError(
        .invalidArguments,
        "An account name is 1 to 32 letters, digits, hyphens, underscores and dots.")
    }
    try check(
      AccountSettingsRequest(
        emailAddress: request.emailAddress, firstName: request.firstName,
        lastName: request.lastName))
  }

  static func check(_ settings: AccountSettingsRequest) throws(CloudError) {
    for text in [settings.firstName, settings.lastName] {
      guard let text else { continue }
      guard isPrintable(text) else {
        throw CloudError(
          .invalidArguments,
          "A person's name has 1 to \(textBytes) bytes and no control characters.")
      }
    }
    if let address = settings.emailAddress {
      guard isPrintable(address), address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
        address.split(separator: "@", omittingEmptySubsequences: false).count == 2,
        !address.hasPrefix("@"), !address.hasSuffix("@")
      else {
        throw CloudError(
          .invalidArguments, "An e-mail address is NAME@HOST in printable ASCII characters.")
      }
    }
  }

  private static func isPrintable(_ text: String) -> Bool {
    (1...textBytes).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
