/// The key by which somebody looks up a user.
package enum UserLookup: Sendable, Hashable {
  /// By e-mail address, or by the account's name in its place.
  case emailAddress(String)
  /// Finds nobody: no account of this cloud has a phone number.
  case phoneNumber(String)
  case userRecordName(String)
}

extension CloudError {
  /// Nobody is found: there is no such user, or they do not want to be found.
  package static let userNotFound = CloudError(.unknownItem, "No such user can be found.")
}

extension UserLookup {
  /// The text by which the user was looked up, as `UserIdentity.lookupName` has it; nil for a look-up
  /// by user record name.
  package var lookupName: String? {
    switch self {
    case .emailAddress(let text), .phoneNumber(let text): text
    case .userRecordName: nil
    }
  }
}

/// Checks of the texts that people enter to look up a user.
extension UserLookup {
  /// Source: RFC 5321, section 4.5.3.1.3, without the angle brackets.
  package static let addressBytes = 3...254

  package static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return addressBytes.contains(text.utf8.count) && isNameOrAddress(text)
      && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
  }

  /// Whether the text could be the name or the address of an existing account.
  ///
  /// Any other text is never compared, because the store's comparison ends at a NUL.
  package static func isNameOrAddress(_ text: String) -> Bool {
    (1...addressBytes.upperBound).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
