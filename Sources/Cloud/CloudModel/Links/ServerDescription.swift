/// What a server says of itself to everybody: the answer to `GET /extension/1/server`.
package struct ServerDescription: Codable, Sendable, Equatable {
  /// The `product` of every cloud of this project.
  package static let product = "ZoneChat cloud"

  /// As in `GET /extension/1/status`.
  package var product: String
  package var version: String
  /// The same for the life of the store, whatever the server's address; 32 hexadecimal digits.
  ///
  /// It helps to choose words, and proves nothing.
  package var cloudID: String
  package var name: String?
  /// With which links begin; nil where nobody has said it.
  package var publicURL: String?
  package var signUp: SignUpPolicy
  /// Whether members may invite people who have no account.
  package var membersMayInvite: Bool

  package init(
    product: String, version: String, cloudID: String, name: String?, publicURL: String?,
    signUp: SignUpPolicy, membersMayInvite: Bool
  ) {
    self.product = product
    self.version = version
    self.cloudID = cloudID
    self.name = name
    self.publicURL = publicURL
    self.signUp = signUp
    self.membersMayInvite = membersMayInvite
  }
}

/// What a server says of the link of a chat to everybody who has it: the answer to
/// `GET /extension/1/links/SHORTGUID`.
package struct LinkDescription: Codable, Sendable, Equatable {
  /// The account name of the chat's owner.
  package var inviter: String
  /// Whether the link lets in everybody who has it.
  package var isOpen: Bool

  package init(inviter: String, isOpen: Bool) {
    self.inviter = inviter
    self.isOpen = isOpen
  }
}
