/// A user of a cloud and that user's keys: the answer to creating an account and to signing in, and
/// the credentials that a profile stores.
package struct AccountCredentials: Codable, Sendable, Equatable {
  /// The account's name, as the user chose it.
  package var name: String
  /// `_` and 32 lower-case hexadecimal digits.
  package var userRecordName: String
  package var containerIdentifier: String
  package var environment: String
  /// The container's key, 64 hexadecimal digits.
  package var apiToken: String
  /// The user's own key.
  ///
  /// A secret: never logged, kept in files that only the user reads.
  package var webAuthToken: String

  package init(
    name: String, userRecordName: String, containerIdentifier: String, environment: String,
    apiToken: String, webAuthToken: String
  ) {
    self.name = name
    self.userRecordName = userRecordName
    self.containerIdentifier = containerIdentifier
    self.environment = environment
    self.apiToken = apiToken
    self.webAuthToken = webAuthToken
  }

  /// Refuses what a cloud does not make: files of this machine are named by the user record name, and commands print
  /// the other texts.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    userRecordName = try container.decode(String.self, forKey: .userRecordName)
    containerIdentifier = try container.decode(String.self, forKey: .containerIdentifier)
    environment = try container.decode(String.self, forKey: .environment)
    apiToken = try container.decode(String.self, forKey: .apiToken)
    webAuthToken = try container.decode(String.self, forKey: .webAuthToken)
    guard Self.isUserRecordName(userRecordName) else {
      throw DecodingError.dataCorruptedError(
        forKey: .userRecordName, in: container,
        debugDescription: "A user record name is _ and 32 hexadecimal digits.")
    }
    let texts = [name, containerIdentifier, environment, apiToken, webAuthToken]
    guard texts.allSatisfy({ $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .name, in: container,
        debugDescription: "The name and the keys of an account have visible ASCII characters only.")
    }
  }

  private static func isUserRecordName(_ name: String) -> Bool {
    name.utf8.count == 33 && name.utf8.first == UInt8(ascii: "_")
      && name.utf8.dropFirst().allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }
}
