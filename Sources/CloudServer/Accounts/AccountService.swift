package import CloudModel
import Crypto
import Foundation

/// Who may use the cloud: accounts by name, the container's API token, and web auth tokens, of
/// which only the SHA-256 is kept.
package struct AccountService: Sendable {
  let store: any CloudStore
  let surroundings: Surroundings
  /// The key that every request carries, 64 hexadecimal digits; made when the store was.
  package let apiToken: String

  private static let apiTokenSetting = "apiToken"

  /// Reads the container's API token, or makes it in a new store.
  package init(store: any CloudStore, surroundings: Surroundings) throws {
    self.store = store
    self.surroundings = surroundings
    apiToken = try store.write { transaction in
      if let token = try transaction.setting(Self.apiTokenSetting) { return token }
      let token = surroundings.randomHex(byteCount: 32)
      try transaction.setSetting(Self.apiTokenSetting, to: token)
      return token
    }
  }

  /// Creates a user.
  ///
  /// Throws `.invalidArguments` for a name that is none, `.constraintViolation` for one that is taken.
  package func createAccount(named name: String) throws(CloudError) -> NewAccount {
    try Self.check(name)
    let account = StoredAccount(
      name: name, userRecordName: "_" + surroundings.randomHex(byteCount: 16))
    let webAuthToken = surroundings.randomURLSafe(byteCount: 32)
    do {
      try store.write { transaction in
        guard try transaction.account(named: name) == nil else {
          throw CloudError(
            .constraintViolation, "The name \(name) is taken. Choose another one.")
        }
        try transaction.insert(account, incarnation: surroundings.randomHex(byteCount: 12))
        try transaction.insertTokenHash(
          Self.hash(webAuthToken), of: account.userRecordName,
          milliseconds: surroundings.now().millisecondsSince1970)
      }
    } catch {
      throw CloudError(storeFailure: error)
    }
    return NewAccount(
      name: name, userRecordName: account.userRecordName, webAuthToken: webAuthToken)
  }

  /// The user whose web auth token this is; nil where it is nobody's.
  func userRecordName(forWebAuthToken token: String) throws(CloudError) -> String? {
    do {
      return try store.read { try $0.userRecordName(forTokenHash: Self.hash(token)) }
    } catch {
      throw CloudError(storeFailure: error)
    }
  }

  private static func hash(_ token: String) -> [UInt8] {
    Array(SHA256.hash(data: Data(token.utf8)))
  }

  private static func check(_ name: String) throws(CloudError) {
    let isWellFormed = name.utf8.allSatisfy { byte in
      let character = Character(UnicodeScalar(byte))
      return character.isASCII
        && (character.isLetter || character.isNumber || "-_.".contains(character))
    }
    guard isWellFormed, (1...32).contains(name.utf8.count) else {
      throw CloudError(
        .invalidArguments,
        "An account name is 1 to 32 letters, digits, hyphens, underscores and dots.")
    }
  }
}
