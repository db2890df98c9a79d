import CloudCore
import CloudModel
import CloudRules
import CloudWire
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

  /// Admits an administrator in the name of an account; nil for a request without the header for that.
  ///
  /// Everything that the caller may and may not do is as for the account itself. Throws ACCESS_DENIED
  /// for everybody else and for an account that is disabled, and NOT_FOUND for an account or a
  /// partition that does not exist.
  func admitAdministrator(
    _ request: Request, _ context: CloudRequestContext, to partition: Partition,
    _ scope: DatabaseScope, _ audience: Audience
  ) throws -> Admission? {
    guard let name = HTTPField.Name(ExtensionHeader.account).flatMap({ request.headers[$0] })
    else { return nil }
    _ = try store.readRegistry { try self.partition(partition, in: $0) }
    try requireAdministrator(request, context)
    let query = AuthenticationQuery(request)
    guard query.apiToken == nil, query.webAuthToken == nil, SignedRequest(request) == nil else {
      throw CloudError(
        .invalidArguments,
        "A request has either the keys of a client or the header \(ExtensionHeader.account).")
    }
    var caller = Caller.anonymous
    if !name.isEmpty {
      let account = try store.readRegistry { registry in
        try registry.account(userRecordName: try registry.userRecordName(ofAccount: name))
      }
      guard let account, !account.isServer else { throw CloudError.noAccount(name) }
      try account.requireEnabled()
      caller = Caller(userRecordName: account.userRecordName)
    } else if scope != .public || audience != .everyone {
      throw CloudError(
        .invalidArguments, "The header \(ExtensionHeader.account) names no account.")
    }
    caller.clientID = query.clientID
    caller.isNative = request.wantsExtensions
    return Admission(caller: caller, isAdministrator: true)
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
