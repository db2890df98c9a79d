/// Body of `POST /extension/1/accounts` and of `POST /extension/1/sessions`.
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

  package init(name: String, passphrase: String? = nil, container: String? = nil) {
    self.name = name
    self.passphrase = passphrase
    self.container = container
  }
}

/// Answer to `GET /extension/1/accounts/NAME`, for signed-in users.
package struct AccountLookupResponse: Codable, Sendable {
  package var name: String
  package var userRecordName: String

  package init(name: String, userRecordName: String) {
    self.name = name
    self.userRecordName = userRecordName
  }
}

/// Body of `POST /extension/1/accounts/settings`, by the signed-in user; a missing key leaves its
/// setting unchanged.
package struct AccountSettingsRequest: Codable, Sendable {
  package var isDiscoverable: Bool?
  package var emailAddress: String?
  package var firstName: String?
  package var lastName: String?

  package init(
    isDiscoverable: Bool? = nil, emailAddress: String? = nil, firstName: String? = nil,
    lastName: String? = nil
  ) {
    self.isDiscoverable = isDiscoverable
    self.emailAddress = emailAddress
    self.firstName = firstName
    self.lastName = lastName
  }
}
