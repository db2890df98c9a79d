/// What a user chooses for the own account; nil leaves a setting unchanged.
package struct AccountSettings: Codable, Sendable {
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
