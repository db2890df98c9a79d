import CloudModel
import Foundation
import HTTPTypes
import Hummingbird

/// Who may come in: checks the container, the environment and the two tokens of a request.
struct Gate: Sendable {
  let containerIdentifier: String
  let environment: String
  let accounts: AccountService

  private static let tokenHeader = HTTPField.Name("X-Apple-CloudKit-Web-Auth-Token")

  /// Refuses a path that names another container or environment than this cloud's.
  func checkPlace(_ context: CloudRequestContext) throws {
    let container = context.parameters.get("container")
    let environment = context.parameters.get("environment")
    guard container == containerIdentifier else {
      throw RequestFailure(
        CloudError(.badContainer, "There is no such container here."), as: .notFound)
    }
    guard environment?.lowercased() == self.environment.lowercased() else {
      throw RequestFailure(
        CloudError(.badContainer, "There is no such environment here."), as: .notFound)
    }
  }

  /// The signed-in user and device of a request.
  ///
  /// Throws AUTHENTICATION_FAILED (401) without the container's key, AUTHENTICATION_REQUIRED (421)
  /// without a valid token of a user.
  func caller(of request: Request) throws -> Caller {
    let query = request.uri.queryParameters
    guard query["ckAPIToken"].map(String.init) == accounts.apiToken else {
      throw RequestFailure(
        CloudError(.notAuthenticated, "Authentication failed: unknown ckAPIToken"),
        as: .authenticationFailed)
    }
    guard let token = query["ckWebAuthToken"].map(String.init),
      let user = try accounts.userRecordName(forWebAuthToken: token)
    else {
      throw RequestFailure(
        CloudError(.notAuthenticated, "request needs authorization"),
        redirectURL: "http://\(request.head.authority ?? "localhost")/extension/1/accounts")
    }
    return Caller(userRecordName: user, clientID: query["clientId"].map(String.init))
  }

  /// Returns the user's token with the answer.
  ///
  /// Rotation is lenient: it stays the same.
  ///
  /// Source: CloudKit Web Services Reference, Accessing CloudKit Using an API Token.
  func echoToken(of request: Request, in response: inout Response) {
    guard let name = Self.tokenHeader, let token = request.uri.queryParameters["ckWebAuthToken"]
    else { return }
    response.headers[name] = String(token)
  }
}
