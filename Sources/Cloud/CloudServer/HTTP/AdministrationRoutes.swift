import CloudCore
import CloudModel
import CloudRules
import CloudWire
import Foundation
import HTTPTypes
import Hummingbird

/// `/extension/1/…`: operations that CloudKit does not have.
struct AdministrationRoutes: Sendable {
  let authenticator: Authenticator
  let cloud: Cloud
  let courier: NotificationCourier
  let freeSpace: FreeSpace?
  let version: String
  let startedAt: Date
  /// Ends the server; called after the answer's body is made, and the answer is sent before the
  /// end.
  let stop: @Sendable () -> Void

  func add(to router: Router<CloudRequestContext>) {
    for (path, method) in [
      ("invitations", HTTPRequest.Method.get), ("invitations/decline", .post), ("status", .get),
      ("stop", .post),
    ] {
      router.onEveryMethod(RouterPath("extension/1/\(path)"), but: [method])
    }
    router.on("extension/1/invitations", method: .get) { request, context in
      try await authenticator.answer(request, context, cloud) { call in
        ShareRoutes().response(
          try call.service.pendingInvitations(for: call.caller).map {
            ($0.shortGUID, .success($0))
          }, call)
      }
    }
    router.on("extension/1/invitations/decline", method: .post) { request, context in
      try await authenticator.answer(request, context, cloud) { call in
        let body: ShareGUIDsRequest = try call.body()
        try call.service.decline(
          shortGUIDs: body.shortGUIDs.map(\.value), by: call.caller)
        return AdministratorCall.done
      }
    }
    router.on("extension/1/status", method: .get) { request, context in
      let isAdministrator = authenticator.isAdministrator(request, context)
      return try await cloud.store.onThread {
        try Response(json: try status(forAdministrator: isAdministrator))
      }
    }
    router.on("extension/1/stop", method: .post) { request, context in
      try authenticator.requireAdministrator(request, context)
      let answer = try Response(json: [String: String]())
      stop()
      return answer
    }
  }

  /// Strangers learn what answers, and nothing of what it holds.
  private func status(forAdministrator isAdministrator: Bool) throws -> CloudStatusResponse {
    var status = CloudStatusResponse(product: ServerDescription.product, version: version)
    guard isAdministrator else { return status }
    let census = try cloud.census()
    status.processID = getpid()
    status.startedAt = startedAt.millisecondsSince1970
    status.accounts = census.accounts
    status.zones = census.zones
    status.records = census.records
    status.waitingClients = courier.waitingCount
    status.freeBytes = freeSpace?.bytes
    return status
  }
}
