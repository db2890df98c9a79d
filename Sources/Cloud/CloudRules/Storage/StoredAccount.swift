package import CloudModel

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
  package var state = AccountState.active
  /// Milliseconds since 1970; 0 if this was not noted.
  package var createdAt: Int64 = 0

  package init(
    name: String, userRecordName: String, isServer: Bool = false, emailAddress: String? = nil,
    firstName: String? = nil, lastName: String? = nil, isDiscoverable: Bool = true,
    state: AccountState = .active, createdAt: Int64 = 0
  ) {
    self.name = name
    self.userRecordName = userRecordName
    self.isServer = isServer
    self.emailAddress = emailAddress
    self.firstName = firstName
    self.lastName = lastName
    self.isDiscoverable = isDiscoverable
    self.state = state
    self.createdAt = createdAt
  }

  /// Whether the account was deleted, or is being deleted: it is nobody's any more.
  package var isGone: Bool {
    switch state {
    case .active, .disabled: false
    case .ending, .deleted: true
    }
  }

  /// The given name that others see.
  var givenName: String { firstName ?? name }
}
