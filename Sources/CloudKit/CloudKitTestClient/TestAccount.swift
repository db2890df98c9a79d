import CloudModel
public import Foundation

/// Somebody who is signed in to a container of a test's cloud.
public struct TestAccount: Sendable {
  public let name: String
  public let userRecordName: String
  public let container: String
  /// The API token of the container's development environment, for `ckAPIToken`.
  public let apiToken: String
  /// For `ckWebAuthToken`; not yet escaped for a URL.
  public let webAuthToken: String

  init(_ credentials: AccountCredentials, _ container: String) {
    name = credentials.name
    userRecordName = credentials.userRecordName
    self.container = container
    apiToken = credentials.apiToken
    webAuthToken = credentials.webAuthToken
  }

  /// The address of an operation, signed in as this account.
  ///
  /// - Parameters:
  ///   - operation: for example `records/modify`.
  ///   - database: `public`, `private` or `shared`.
  ///   - cloud: where the account is.
  /// - Returns: the address with the account's tokens, to which a client posts.
  public func url(
    of operation: String, database: String = "private", at cloud: TestCloud
  ) -> URL {
    // A base64 text has characters that a query must not have.
    let allowed = CharacterSet.alphanumerics
    let token = webAuthToken.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    let path = "/database/1/\(container)/development/\(database)/\(operation)"
    var components = URLComponents(url: cloud.url, resolvingAgainstBaseURL: false)
    components?.path = path
    components?.percentEncodedQuery = "ckAPIToken=\(apiToken)&ckWebAuthToken=\(token)"
    return components?.url ?? cloud.url
  }
}
