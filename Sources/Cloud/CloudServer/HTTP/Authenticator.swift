import CloudCore
import CloudModel
import CloudRules
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Authentication: the one place that finds out the partition and the caller of a request.
///
/// | proof | public | private, shared | users |
/// |---|---|---|---|
/// | API token | anonymous | AUTHENTICATION_REQUIRED | AUTHENTICATION_REQUIRED |
/// | API token and web auth token | user | user | user |
/// | server-to-server signature | the key's user | ACCESS_DENIED | AUTHENTICATION_FAILED |
/// | anything else | AUTHENTICATION_FAILED | AUTHENTICATION_FAILED | AUTHENTICATION_FAILED |
///
/// The answer to a wrong API token or signature does not say which mistake was made. An invalid web
/// auth token is answered with AUTHENTICATION_REQUIRED, also in the public database.
///
/// Source: `docs/protocol.md`.
struct Authenticator: Sendable {
  /// The callers that an endpoint accepts.
  enum Audience: Sendable {
    /// Users; in the public database also anonymous callers and servers with a key.
    case everyone
    /// Users; in the public database also servers with a key.
    case identified
    /// Users only, as for `users/…`.
    case people
  }

  let store: any CloudStore
  /// The partition that new accounts are told to use.
  let defaultPartition: Partition
  let accounts: AccountService
  let sessions: SessionService
  let containers: ContainerService
  let administrator: AdministratorToken
  let publicURL: PublicURL?
  let proxies: TrustedProxies
  let now: @Sendable () -> Date

  /// The container and environment that the path names; `authenticate` and `admitAdministrator` check that
  /// the cloud has them.
  func partition(of context: CloudRequestContext) throws -> Partition {
    let environment = context.parameters.get("environment")
      .flatMap { CloudEnvironment(anyWord: $0) }
    guard let environment, let container = context.parameters.get("container") else {
      throw RequestFailure(
        CloudError(.badContainer, "There is no such environment here."), as: .notFound)
    }
    return Partition(container: container, environment: environment)
  }

  /// Throws NOT_FOUND if the cloud has no such partition.
  func partition(
    _ partition: Partition, in registry: any RegistryReading
  ) throws -> StoredPartition {
    guard let stored = try registry.partition(partition) else { throw Self.noContainer }
    return stored
  }

  private static var noContainer: RequestFailure {
    RequestFailure(CloudError(.badContainer, "There is no such container here."), as: .notFound)
  }

  /// Finds out the caller of a request; throws the protocol's error for a request that is refused.
  ///
  /// `body` is the whole body, because a signature covers it. Blocks on the disk.
  func authenticate(
    _ request: Request, _ context: CloudRequestContext, body: ByteBuffer, to partition: Partition,
    _ scope: DatabaseScope, _ audience: Audience
  ) throws -> Admission {
    let query = AuthenticationQuery(request)
    let admission = try store.readRegistry {
      try $0.admission(
        to: partition, apiTokenHash: query.apiToken.map { TokenHash.of($0.lowercased()) },
        sessionTokenHash: query.webAuthToken.map { TokenHash.of($0) })
    }
    guard let stored = admission.partition else { throw Self.noContainer }
    if let signed = SignedRequest(request) {
      guard query.apiToken == nil, query.webAuthToken == nil,
        let user = try server(behind: signed, body: body, in: partition)
      else { throw RequestFailure.authenticationFailed }
      guard audience != .people else { throw RequestFailure.authenticationFailed }
      guard scope == .public else {
        throw CloudError(
          .permissionFailure, "A server-to-server key can use only the public database.")
      }
      return Admission(
        caller: Caller(
          userRecordName: user, clientID: query.clientID, kind: .serverToServer,
          isNative: request.wantsExtensions))
    }
    guard admission.apiToken?.partition == partition else {
      throw RequestFailure.authenticationFailed
    }
    guard let token = query.webAuthToken else {
      guard scope == .public, audience == .everyone else { throw signInRequired(request) }
      var caller = Caller.anonymous
      caller.clientID = query.clientID
      caller.isNative = request.wantsExtensions
      return Admission(caller: caller)
    }
    // A cloud that rotates tokens as strictly as Apple also reads them as strictly.
    let isStrict = stored.settings.environment.tokenRotation == .strict
    guard !(isStrict && query.hasBarePlus),
      let session = try sessions.admit(
        token, of: admission.session, to: stored, from: address(of: request, context))
    else { throw signInRequired(request) }
    return Admission(
      caller: Caller(
        userRecordName: session.userRecordName, clientID: query.clientID,
        isNative: request.wantsExtensions, session: session.session),
      nextWebAuthToken: session.nextToken)
  }

  /// The same for `/extension/…`, where the path names no partition: the API token does.
  func admitPerson(
    _ request: Request, _ context: CloudRequestContext
  ) throws -> (admission: Admission, partition: Partition) {
    let query = AuthenticationQuery(request)
    guard SignedRequest(request) == nil, let apiToken = query.apiToken,
      let known = try store.readRegistry({
        try $0.apiToken(hash: TokenHash.of(apiToken.lowercased()))
      })
    else { throw RequestFailure.authenticationFailed }
    return (
      try authenticate(
        request, context, body: ByteBuffer(), to: known.partition, .public, .people),
      known.partition
    )
  }

  /// The proof of an account in this request: the Unix socket, which only its owner can open, the
  /// administrator token, or a passphrase.
  func proof(of request: Request, _ context: CloudRequestContext) -> AccountService.Proof {
    isAdministrator(request, context)
      ? .socket : .passphrase(address: address(of: request, context))
  }

  /// The network address that a request comes from, behind trusted proxies; empty over the Unix socket.
  func address(of request: Request, _ context: CloudRequestContext) -> String {
    CallerNetwork.address(
      proxies.caller(
        behind: context.remoteAddress,
        forwarded: HTTPField.Name("X-Forwarded-For").flatMap { request.headers[$0] }))
  }

  /// The failure of a request that needs a user, with the URL of the page for signing in.
  func signInRequired(_ request: Request) -> RequestFailure {
    let path = "/extension/1/signin"
    let token = AuthenticationQuery(request).apiToken ?? ""
    let query = token.allSatisfy(\.isHexDigit) ? "?ckAPIToken=\(token)" : ""
    return RequestFailure(
      .needsAuthorization,
      redirectURL: origin(of: request).url + path + query)
  }

  /// The failure of a request of somebody who was let in: a user who is no longer known has to sign in.
  func failure(
    _ error: any Error, of request: Request, answering admission: Admission
  ) -> RequestFailure {
    if let error = error as? CloudError, error.code == .notAuthenticated {
      return signInRequired(request)
    }
    return RequestFailure(error, answering: admission)
  }

  func origin(of request: Request) -> RequestOrigin {
    RequestOrigin(request, publicURL: publicURL)
  }

  private func server(
    behind signed: SignedRequest, body: ByteBuffer, in partition: Partition
  ) throws -> String? {
    guard let signature = signed.signature, let keyID = signed.keyID,
      let key = try store.readRegistry({ registry -> StoredServerKey? in
        guard let key = try registry.serverKey(id: keyID),
          try registry.account(userRecordName: key.userRecordName)?.state == .active
        else { return nil }
        return key
      }), key.partition == partition, let publicKey = key.verificationKey,
      signature.isValid(
        by: publicKey, body: Data(body.readableBytesView), subpath: signed.subpath, now: now())
    else { return nil }
    return key.userRecordName
  }
}

extension RequestFailure {
  /// The same for every mistake in a token or a signature.
  ///
  /// Source: the reason is the live server's.
  static let authenticationFailed = RequestFailure(
    CloudError(.notAuthenticated, "Authentication failed"), as: .authenticationFailed)
}
