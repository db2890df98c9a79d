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

  /// Reads what any server may say: an identity of another form is refused, an address with which no link can begin is
  /// left out, and a policy of a newer server is taken for one that needs an invitation.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    cloudID = try container.decode(String.self, forKey: .cloudID)
    guard cloudID.utf8.count == 32, cloudID.utf8.allSatisfy(Self.isHexadecimal) else {
      throw DecodingError.dataCorruptedError(
        forKey: .cloudID, in: container, debugDescription: "not 32 hexadecimal digits")
    }
    product = try container.decode(String.self, forKey: .product)
    version = try container.decode(String.self, forKey: .version)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    publicURL = try container.decodeIfPresent(String.self, forKey: .publicURL)
      .flatMap { ServerOrigin($0)?.description }
    signUp =
      SignUpPolicy(anyWord: try container.decode(String.self, forKey: .signUp)) ?? .invitation
    membersMayInvite = try container.decode(Bool.self, forKey: .membersMayInvite)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }

  private enum CodingKeys: String, CodingKey {
    case product, version, cloudID, name, publicURL, signUp, membersMayInvite
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
