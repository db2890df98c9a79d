/// A user of the cloud, or a server with a key of its own.
package struct StoredAccount: Sendable, Equatable {
  /// In the spelling it was created with; unique whatever the case.
  package var name: String
  /// `_` and 32 hexadecimal digits.
  package var userRecordName: String
  /// Whether the account belongs to a server-to-server key, so that nobody can sign in to it.
  package var isServer = false
  package var emailAddress: String?
  package var firstName: String?
  package var lastName: String?
  /// Whether others find the account when they look for people.
  package var isDiscoverable = true

  package init(
    name: String, userRecordName: String, isServer: Bool = false, emailAddress: String? = nil,
    firstName: String? = nil, lastName: String? = nil, isDiscoverable: Bool = true
  ) {
    self.name = name
    self.userRecordName = userRecordName
    self.isServer = isServer
    self.emailAddress = emailAddress
    self.firstName = firstName
    self.lastName = lastName
    self.isDiscoverable = isDiscoverable
  }

  /// The given name that others see.
  var givenName: String { firstName ?? name }
}
