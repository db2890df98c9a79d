import CloudModel
import Foundation
import HTTPTypes
import Hummingbird

extension Authenticator {
  /// Lets an operator in: over the Unix socket, or with the administrator token as
  /// `Authorization: Bearer TOKEN`.
  ///
  /// Throws ACCESS_DENIED (403), the same without a token as with a wrong one.
  func requireAdministrator(_ request: Request, _ context: CloudRequestContext) throws {
    if isAdministrator(request, context) { return }
    throw CloudError(
      .permissionFailure,
      "Only the administrator of the cloud may do this. Use its Unix socket, or send the "
        + "administrator token from the cloud's folder as ‘Authorization: Bearer TOKEN’.")
  }

  func isAdministrator(_ request: Request, _ context: CloudRequestContext) -> Bool {
    if context.isLocal { return true }
    let scheme = "bearer "
    guard let field = request.headers[.authorization], field.lowercased().hasPrefix(scheme) else {
      return false
    }
    return administrator.matches(
      field.dropFirst(scheme.count).trimmingCharacters(in: .whitespaces))
  }
}
