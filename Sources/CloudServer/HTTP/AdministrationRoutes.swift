import CloudModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// `/extension/1/…`: what CloudKit does not have.
struct AdministrationRoutes: Sendable {
  let gate: Gate
  let service: CloudService
  let courier: NotificationCourier
  let version: String
  let startedAt: Date
  /// Ends the server; called after the answer's body is made, and answered before the end.
  let stop: @Sendable () -> Void

  func add(to router: Router<CloudRequestContext>) {
    for (path, method) in [
      ("accounts", HTTPRequest.Method.post), ("accounts/:name", .get), ("invitations", .get),
      ("status", .get), ("stop", .post),
    ] {
      router.onEveryMethod(RouterPath("extension/1/\(path)"), but: [method])
    }
    router.on("extension/1/accounts", method: .post) { request, _ in
      try await createAccount(request)
    }
    router.on("extension/1/accounts/:name", method: .get) { request, context in
      _ = try gate.caller(of: request)
      let name = context.parameters.get("name")?.removingPercentEncoding ?? ""
      return try account(named: name)
    }
    router.on("extension/1/invitations", method: .get) { request, _ in
      let caller = try gate.caller(of: request)
      let exchange = try await Exchange(request, scope: .public, caller: caller)
      let metadata = try service.pendingInvitations(for: caller)
      return try Response(json: ShareRoutes(service: service).response(metadata, exchange))
    }
    router.on("extension/1/status", method: .get) { _, _ in
      try Response(json: try status)
    }
    router.on("extension/1/stop", method: .post) { _, context in
      guard context.isLocal else {
        throw CloudError(
          .permissionFailure, "Only the owner of the cloud's Unix socket may stop it.")
      }
      let answer = try Response(json: [String: String]())
      stop()
      return answer
    }
  }

  private func createAccount(_ request: Request) async throws -> Response {
    let data = try await request.body.collect(upTo: CloudLimits.requestBytes)
    let body = try JSONDecoder().decode(
      AccountCreateRequest.self, from: Data(data.readableBytesView))
    do {
      let account = try gate.accounts.createAccount(named: body.name)
      return try Response(
        json: AccountCreateResponse(
          name: account.name, userRecordName: account.userRecordName,
          containerIdentifier: gate.containerIdentifier, environment: gate.environment,
          apiToken: gate.accounts.apiToken, webAuthToken: account.webAuthToken))
    } catch let error as CloudError where error.code == .constraintViolation {
      throw RequestFailure(error, as: .exists)
    }
  }

  private func account(named name: String) throws -> Response {
    let identity = try service.userIdentity(forAccountName: name)
    return try Response(
      json: AccountLookupResponse(
        name: identity.givenName ?? name, userRecordName: identity.userRecordName ?? ""))
  }

  private var status: CloudStatusResponse {
    get throws {
      let census = try service.census()
      return CloudStatusResponse(
        product: "ZoneChat cloud", version: version,
        processID: getpid(),
        startedAt: startedAt.millisecondsSince1970, accounts: census.accounts,
        zones: census.zones, records: census.records, waitingClients: courier.waitingCount)
    }
  }
}
