/// The containers that a cloud should have, and the accounts of the people who use them.
package struct CloudPlan: Sendable, Equatable, Codable {
  package struct Account: Sendable, Equatable, Codable {
    package var name: String
    /// Set when the account is made, and set anew where it differs.
    package var passphrase: String?
    package var emailAddress: String?
    package var firstName: String?
    package var lastName: String?
    /// Whether others find the account when they look for people.
    package var isDiscoverable: Bool?

    package init(
      name: String, passphrase: String? = nil, emailAddress: String? = nil,
      firstName: String? = nil, lastName: String? = nil, isDiscoverable: Bool? = nil
    ) {
      self.name = name
      self.passphrase = passphrase
      self.emailAddress = emailAddress
      self.firstName = firstName
      self.lastName = lastName
      self.isDiscoverable = isDiscoverable
    }
  }

  package var containers: [ContainerPlan]
  package var accounts: [Account]
  /// The limits that are set after everything else; the others stay.
  package var limits: CloudLimitChanges?

  package init(
    containers: [ContainerPlan] = [], accounts: [Account] = [], limits: CloudLimitChanges? = nil
  ) {
    self.containers = containers
    self.accounts = accounts
    self.limits = limits
  }

  /// Whether the plan itself contains a schema for a container.
  package func hasSchema(for identifier: String) -> Bool {
    containers.contains { container in
      container.identifier == identifier && container.environments.contains { $0.schema != nil }
    }
  }
}
