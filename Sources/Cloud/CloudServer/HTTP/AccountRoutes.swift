import CloudCore
import CloudModel
import CloudRules
import CloudWire
import Foundation
import HTTPTypes
import Hummingbird

/// `/extension/1/accounts`, `/extension/1/account` and `/extension/1/sessions`: signing up, in and out; and
/// `/extension/1/storage`: the storage that the caller's data take.
struct AccountRoutes: Sendable {
  let authenticator: Authenticator
  let cloud: Cloud
  let admission: AdmissionService

  func add(to router: Router<CloudRequestContext>) {
    addStorage(to: router)
    addSessions(to: router)
    router.onEveryMethod("extension/1/accounts", but: [.post])
    router.on("extension/1/accounts", method: .post) { request, context in
      let body: AccountRequest = try await request.strictJSON()
      do {
        let account = try await admission.createAccount(
          body, proof: authenticator.proof(of: request, context))
        return try Response(json: try await credentials(account, body, request, context))
      } catch let error as CloudError where error.code == .constraintViolation {
        throw RequestFailure(error, as: .exists)
      }
    }
    router.on("extension/1/sessions", method: .post) { request, context in
      let body: AccountRequest = try await request.strictJSON()
      try AccountRules.check(deviceName: body.deviceName)
      do {
        let account = try await admission.recognize(
          body, proof: authenticator.proof(of: request, context))
        return try Response(json: try await credentials(account, body, request, context))
      } catch let error as CloudError where error.code == .notAuthenticated {
        throw RequestFailure(error, as: .authenticationFailed)
      }
    }
    router.onEveryMethod("extension/1/accounts/:name", but: [.get])
    router.on("extension/1/accounts/:name", method: .get) { request, context in
      let name = context.parameters.get("name")?.removingPercentEncoding ?? ""
      return try await authenticator.answer(request, context, cloud) { call in
        let identity = try call.service.userIdentity(
          forAccountName: name, by: call.caller)
        return AccountLookupResponse(
          name: identity.lookupName ?? name, userRecordName: identity.userRecordName ?? "")
      }
    }
    router.onEveryMethod("extension/1/account", but: [.post])
    router.on("extension/1/account", method: .post) { request, context in
      try await authenticator.answer(request, context, cloud) { call in
        let account = try authenticator.accounts.change(
          try call.strictBody(), of: call.caller.userRecordName)
        return AccountSettings(
          isDiscoverable: account.isDiscoverable, emailAddress: account.emailAddress,
          firstName: account.firstName, lastName: account.lastName)
      }
    }
  }

  /// `GET /extension/1/storage`, with the parameter `zone` for one zone; `POST` sets a zone's limit of members.
  private func addStorage(to router: Router<CloudRequestContext>) {
    router.onEveryMethod("extension/1/storage", but: [.get, .post])
    router.on("extension/1/storage", method: .get) { request, context in
      let zone = request.uri.queryParameters["zone"].map(String.init)
      return try await authenticator.answer(request, context, cloud) { call in
        let user = call.caller.userRecordName
        try cloud.conditions.countRequest(by: user)
        if zone != nil { try cloud.conditions.countZoneReading(by: user) }
        return try call.service.storage(of: call.caller, inZone: zone)
      }
    }
    router.on("extension/1/storage", method: .post) { request, context in
      try await authenticator.answer(request, context, cloud) { call in
        let change: MemberLimitRequest = try call.strictBody()
        let user = call.caller.userRecordName
        try cloud.conditions.countRequest(by: user)
        try cloud.conditions.countZoneReading(by: user)
        return try call.service.limitMembers(
          ofZone: change.zone, to: change.memberBytes == 0 ? nil : change.memberBytes,
          by: call.caller)
      }
    }
  }

  /// Signs the account in to the partition that the request names, and returns the keys for it.
  private func credentials(
    _ proven: ProvenAccount, _ body: AccountRequest, _ request: Request,
    _ context: CloudRequestContext
  ) async throws -> AccountCredentials {
    let partition = Partition(
      container: body.container ?? authenticator.defaultPartition.container,
      environment: body.environment ?? authenticator.defaultPartition.environment)
    let device = SessionDevice(
      name: body.deviceName ?? "", address: authenticator.address(of: request, context))
    return try await authenticator.store.onThread {
      try credentials(proven, in: partition, device)
    }
  }

  /// Signs the account in to the partition, and returns the keys for it.
  ///
  /// Blocks on the disk.
  func credentials(
    _ proven: ProvenAccount, in partition: Partition, _ device: SessionDevice
  ) throws -> AccountCredentials {
    AccountCredentials(
      name: proven.account.name, userRecordName: proven.account.userRecordName,
      containerIdentifier: partition.container, environment: partition.environment.rawValue,
      apiToken: try authenticator.containers.clientToken(for: partition),
      webAuthToken: try authenticator.sessions.open(
        for: proven, in: partition, isLongLived: true, device: device))
  }
}

extension Request {
  /// The body as JSON, whatever its content type says.
  func strictJSON<Body: Decodable>(_ type: Body.Type = Body.self) async throws -> Body {
    try type.init(strictJSON: try await body.collect(upTo: CloudLimits.requestBytes))
  }
}
