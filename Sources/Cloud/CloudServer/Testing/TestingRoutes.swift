import CloudCore
import CloudModel
import CloudRules
import CloudWire
import HTTPTypes
import Hummingbird
import NIOPosix

/// `/extension/1/reset`, `clock`, `snapshots` and `requests`: for the tests of programs that use the cloud.
struct TestingRoutes: Sendable {
  /// Our choice: the longest time that a request for further requests is held, in seconds.
  private static let longestHold = 30
  private static let mostRequests = 1000
  private static let parameters = [
    "account", "container", "database", "operation", "zone", "after", "limit", "wait",
  ]

  let authenticator: Authenticator
  let reset: CloudReset
  let clock: CloudClock
  let journal: RequestJournal
  let store: any CloudStore

  func add(to router: Router<CloudRequestContext>) {
    authenticator.administer(
      router, "extension/1/reset",
      [
        .post: { call in
          let request = call.isEmpty ? ResetRequest() : try call.json()
          if let container = request.container {
            try reset.reset(container)
          } else {
            try reset.resetAll()
          }
          return AdministratorCall.done
        }
      ])
    authenticator.administer(
      router, "extension/1/snapshots",
      [.get: { _ in SnapshotsResponse(snapshots: reset.snapshotNames) }])
    authenticator.administer(
      router, "extension/1/snapshots/:name",
      [
        .post: { call in
          try call.requireNoBody()
          try reset.remember(call.parameter("name"))
          return AdministratorCall.done
        },
        .delete: { call in
          try reset.forget(call.parameter("name"))
          return AdministratorCall.done
        },
      ])
    authenticator.administer(
      router, "extension/1/snapshots/:name/restore",
      [
        .post: { call in
          try call.requireNoBody()
          try reset.restore(call.parameter("name"))
          return AdministratorCall.done
        }
      ])
    authenticator.administer(
      router, "extension/1/clock",
      [
        .get: { _ in clock.response },
        .post: { call in
          try clock.change(try call.json())
          return clock.response
        },
      ])
    router.onEveryMethod("extension/1/requests", but: [.get])
    router.on("extension/1/requests", method: .get) { request, context in
      try authenticator.requireAdministrator(request, context)
      let call = try await AdministratorCall(
        request, context, parameters: Self.parameters)
      try call.requireNoBody()
      let after = Int64(try call.count("after") ?? 0)
      if let seconds = try call.count("wait"), seconds > 0 {
        await journal.wait(after: after, hold: .seconds(min(seconds, Self.longestHold)))
      }
      return try await NIOThreadPool.singleton.runIfActive {
        try Response(json: try answer(call, after: after))
      }
    }
  }

  /// The requests that match the parameters of the query, with the names of their accounts.
  private func answer(_ call: AdministratorCall, after: Int64) throws -> RequestsResponse {
    let limit = min(try call.count("limit") ?? Self.mostRequests, Self.mostRequests)
    var found = journal.requests(after: after, limit: limit)
    let next = found.last?.number ?? after
    found = try store.naming(found)
    for (name, value) in [
      ("account", \JournaledRequest.account), ("container", \.container), ("database", \.database),
    ] {
      if let wanted = call.option(name) { found.removeAll { $0[keyPath: value] != wanted } }
    }
    if let operation = call.option("operation") { found.removeAll { $0.operation != operation } }
    if let zone = call.option("zone") { found.removeAll { $0.zones?.contains(zone) != true } }
    return RequestsResponse(requests: found, next: next)
  }
}
