import CloudCore
import CloudModel
import CloudRules
import CloudWire
import HTTPTypes
import Hummingbird

/// `/extension/1/reset`, `clock`, `snapshots`, `journal` and `requests`: for the tests of programs that use the cloud.
struct TestingRoutes: Sendable {
  /// Our choice: the longest time that a request for further requests is held, in seconds.
  private static let longestHold = 30
  private static let mostRequests = 1000
  private static let parameters = [
    "account", "container", "database", "operation", "zone", "after", "limit", "wait", "bodies",
    TextVeil.parameter,
  ]

  let authenticator: Authenticator
  let reset: CloudReset
  let clock: CloudClock
  let journal: RequestJournal
  let store: any CloudStore
  let veil: TextVeil

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
    authenticator.administer(
      router, "extension/1/journal",
      [
        .get: { _ in JournalSettings(bodies: journal.keepsBodies) },
        .post: { call in
          journal.keepsBodies = try call.json(JournalSettings.self).bodies
          return JournalSettings(bodies: journal.keepsBodies)
        },
      ])
    authenticator.administer(
      router, "extension/1/requests/count", parameters: [TextVeil.parameter],
      [.post: { call in try count(call).answer() }])
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
      return try await store.onThread {
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
    if try call.flag("bodies") {
      let hidesTexts = try hidesTexts(from: call)
      for index in found.indices {
        guard let body = journal.body(of: found[index].number) else { continue }
        found[index].body = try body.value(hidingTexts: hidesTexts)
        found[index].outcomes = body.outcomes
      }
    }
    return RequestsResponse(requests: found, next: next)
  }

  /// The changes that the body of the call asks for, among those of which the journal has the bodies.
  private func count(_ call: AdministratorCall) throws -> ChangeCount {
    let match: ChangeMatch = try call.json()
    try match.check()
    let hidesTexts = try hidesTexts(from: call)
    let requests = try store.naming(
      journal.requests(after: match.after ?? 0, limit: .max)
        .filter { $0.operation == "records/modify" && $0.userRecordName != nil })
    var changes: [JournaledChange] = []
    var unknown = 0
    for request in requests {
      guard let body = journal.body(of: request.number) else {
        unknown += 1
        continue
      }
      changes += JournaledChange.changes(
        in: try body.value(hidingTexts: hidesTexts), of: request, outcomes: body.outcomes)
    }
    return ChangeCount(match, in: changes, unknown: unknown)
  }

  /// Whether the bodies that an administrator is shown have lengths in the place of texts.
  private func hidesTexts(from call: AdministratorCall) throws -> Bool {
    try veil.isDrawn(isRevealed: call.flag(TextVeil.parameter)) { _ in
      "bodies of requests after \(call.option("after") ?? "0")"
    }
  }
}
