import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The map of the cloud's paths.
///
/// Every route decodes, calls and encodes, and does nothing else.
struct CloudRoutes {
  let authenticator: Authenticator
  let cloud: Cloud
  let courier: NotificationCourier
  /// Opens the channels that `courier` holds.
  let relay: any NotificationRelay
  /// The name of this one of several servers.
  let instance: String?
  let assets: AssetService
  let freeSpace: FreeSpace?
  let veil: TextVeil
  /// The cloud's time, which tests may control.
  let now: @Sendable () -> Date
  let idleTracker: IdleTracker
  let administration: AdministrationRoutes
  let server: ServerRoutes
  let accounts: AccountRoutes
  let codes: CodeRoutes
  let containers: ContainerRoutes
  let signIn: SignInRoutes
  let operation: OperatorRoutes
  let metrics: Metrics
  /// Whether the end of the host was asked for.
  let isStopping: @Sendable () -> Bool
  let testing: TestingRoutes
  let console: ConsoleRoutes
  /// The machine's time and randomness.
  let machine: Surroundings
  let requestLogger: Logger

  /// Performs one operation, and returns its answer.
  ///
  /// It may block on the disk, so it runs on a thread that may block.
  typealias Handler = @Sendable (AuthenticatedCall) throws -> any Encodable & Sendable

  var router: Router<CloudRequestContext> {
    let router = Router(
      context: CloudRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: IdleTrackingMiddleware(idleTracker: idleTracker))
    router.add(
      middleware: RequestLogMiddleware(
        machine: machine, now: now, journal: testing.journal, metrics: metrics,
        logger: requestLogger))
    router.add(middleware: CrossOriginMiddleware())
    router.add(middleware: ErrorMiddleware(machine: machine, freeSpace: freeSpace))
    for (audience, handlers) in [
      (Authenticator.Audience.everyone, databaseHandlers), (.identified, subscriptionHandlers),
      (.people, peopleHandlers),
    ] {
      for (path, handler) in handlers { add(handler, for: path, to: audience, on: router) }
    }
    addDeviceRoutes(to: router)
    CourierRoute(courier: courier, authenticator: authenticator, conditions: cloud.conditions)
      .add(to: router)
    AssetFileRoutes(assets: assets, conditions: cloud.conditions, freeSpace: freeSpace)
      .add(to: router)
    administration.add(to: router)
    server.add(to: router)
    JoinRoutes(server: server, machine: machine).add(to: router)
    accounts.add(to: router)
    codes.add(to: router)
    AccountDeletionRoutes(
      authenticator: authenticator,
      ending: AccountEnding(cloud: cloud, sessions: authenticator.sessions)
    ).add(to: router)
    AccountAdministrationRoutes(
      authenticator: authenticator,
      accounts: AccountAdministration(cloud: cloud, sessions: authenticator.sessions)
    ).add(to: router)
    containers.add(to: router)
    SchemaRoutes(authenticator: authenticator, cloud: cloud).add(to: router)
    signIn.add(to: router)
    MetricsRoutes(
      metrics: metrics, cloud: cloud, authenticator: authenticator, isStopping: isStopping
    ).add(to: router)
    operation.add(to: router)
    testing.add(to: router)
    console.add(to: router)
    TransferRoutes(authenticator: authenticator, reset: testing.reset, veil: veil).add(to: router)
    return router
  }

  private var databaseHandlers: [(path: String, handlers: [String: Handler])] {
    let zones = ZoneRoutes()
    let records = RecordRoutes()
    let changes = ChangeRoutes()
    let assets = AssetRoutes(instance: instance)
    return [
      ("zones/modify", ["POST": { try zones.modify($0) }]),
      ("zones/lookup", ["POST": { try zones.lookup($0) }]),
      ("zones/changes", ["POST": { try changes.zones($0) }]),
      ("zones/list", ["GET": { try zones.list($0) }, "POST": { try zones.list($0) }]),
      ("records/modify", ["POST": { try records.modify($0) }]),
      ("records/query", ["POST": { try QueryRoutes().query($0) }]),
      ("records/lookup", ["POST": { try records.lookup($0) }]),
      ("records/changes", ["POST": { try changes.records($0) }]),
      ("changes/database", ["POST": { try changes.database($0) }]),
      ("changes/zone", ["POST": { try changes.zone($0) }]),
      ("assets/upload", ["POST": { try assets.upload($0) }]),
      ("assets/rereference", ["POST": { try assets.rereference($0) }]),
    ]
  }

  private var subscriptionHandlers: [(path: String, handlers: [String: Handler])] {
    let subscriptions = SubscriptionRoutes()
    return [
      ("subscriptions/modify", ["POST": { try subscriptions.modify($0) }]),
      ("subscriptions/lookup", ["POST": { try subscriptions.lookup($0) }]),
      (
        "subscriptions/list",
        ["GET": { try subscriptions.list($0) }, "POST": { try subscriptions.list($0) }]
      ),
    ]
  }

  private var peopleHandlers: [(path: String, handlers: [String: Handler])] {
    let users = UserRoutes()
    let shares = ShareRoutes()
    return [
      ("records/resolve", ["POST": { try shares.resolve($0) }]),
      ("records/accept", ["POST": { try shares.accept($0) }]),
      ("users/caller", ["GET": { try users.caller($0) }, "POST": { try users.caller($0) }]),
      ("users/current", ["GET": { try users.current($0) }, "POST": { try users.current($0) }]),
      (
        "users/discover",
        ["GET": { try users.discoverContacts($0) }, "POST": { try users.discover($0) }]
      ),
      ("users/lookup/email", ["POST": { try users.lookUpByEmail($0) }]),
      ("users/lookup/id", ["POST": { try users.lookUpByID($0) }]),
      ("users/lookup/contacts", ["POST": { try users.lookUpContacts($0) }]),
    ]
  }

  private func addDeviceRoutes(to router: Router<CloudRequestContext>) {
    for path in ["create", "register"] {
      router.onEveryMethod(
        RouterPath("device/1/:container/:environment/tokens/\(path)"), but: [.post])
    }
    // At the paths that Apple's reference gives, the live server knows no method but OPTIONS.
    for path in ["", "/:database"] {
      router.onEveryMethod(
        RouterPath("database/1/:container/:environment\(path)/tokens/create"), but: [])
      router.onEveryMethod(
        RouterPath("database/1/:container/:environment\(path)/tokens/register"), but: [])
    }
    let devices = DeviceRoutes(relay: relay, sessions: authenticator.sessions)
    router.on("device/1/:container/:environment/tokens/create", method: .post) { request, context in
      try await answer(request, context, "tokens/create", scope: .public, .identified) {
        try devices.create($0)
      }
    }
    router.on("device/1/:container/:environment/tokens/register", method: .post) {
      request, context in
      try await answer(request, context, "tokens/register", scope: .public, .identified) {
        try devices.register($0)
      }
    }
  }

  /// Adds one path with a handler for some methods, and the protocol's 405 for the others.
  private func add(
    _ handlers: [String: Handler], for operation: String, to audience: Authenticator.Audience,
    on router: Router<CloudRequestContext>
  ) {
    let path = "database/1/:container/:environment/:database/\(operation)"
    let methods = handlers.keys.compactMap { HTTPRequest.Method($0) }
    router.onEveryMethod(RouterPath(path), but: methods)
    for method in methods {
      guard let handler = handlers[method.rawValue] else { continue }
      router.on(RouterPath(path), method: method) { request, context in
        guard
          let scope = context.parameters.get("database").flatMap(
            DatabaseScope.init(pathComponent:))
        else { throw RequestFailure.unknownEndpoint }
        return try await answer(
          request, context, operation, scope: scope, audience, with: handler)
      }
    }
  }

  private func answer(
    _ request: Request, _ context: CloudRequestContext, _ operation: String,
    scope: DatabaseScope, _ audience: Authenticator.Audience, with handler: @escaping Handler
  ) async throws -> Response {
    let body = try await request.body.collect(upTo: CloudLimits.requestBytes)
    // Read before authentication, which uses up a strict key.
    let wantsSyncToken = try request.wantsSyncToken
    let logEntry = context.logEntry
    let keepsBody = testing.journal.keepsBodies
    let origin = authenticator.origin(of: request)
    let (admission, call, targets) = try await authenticator.store.onThread {
      let partition = try authenticator.partition(of: context)
      let admission =
        try authenticator.admitAdministrator(request, context, to: partition, scope, audience)
        ?? authenticator.authenticate(
          request, context, body: body, to: partition, scope, audience)
      logEntry?.note(admission)
      var call = AuthenticatedCall(
        caller: admission.caller, scope: scope, service: cloud.service(for: partition),
        extended: request.wantsExtensions, wantsSyncToken: wantsSyncToken,
        origin: origin, data: body)
      // Only the limits apply to an administrator.
      var targets: RequestTargets?
      if !admission.isAdministrator {
        if keepsBody { logEntry?.note(body: body) }
        targets = call.takeTargets(of: operation)
      } else if TextVeil.covers(operation) {
        call.hidesTexts = try veil.isDrawn(isRevealed: request.revealsTexts) { [call] registry in
          try call.subject(of: operation, in: registry)
        }
      }
      return (admission, call, targets)
    }
    do {
      return try await call.perform(
        operation, on: targets, under: cloud.conditions, noting: logEntry
      ) { call in
        let holder = AssetHolder(call.caller, in: call.partition, scope)
        return try await authenticator.store.onThread(
          writing: targets?.writtenZones ?? []
        ) {
          try authenticator.response(
            to: admission, request,
            assetURL: { asset in
              call.hidesTexts ? nil : assets.path(of: asset, for: holder).map { origin.url + $0 }
            },
            hidesTexts: call.hidesTexts
          ) { try RequestLogEntry.$current.withValue(logEntry) { try handler(call) } }
        }
      }
    } catch {
      throw authenticator.failure(error, of: request, by: admission)
    }
  }
}

extension Request {
  /// Whether the answer carries the zone's newest change token.
  fileprivate var wantsSyncToken: Bool {
    get throws(CloudError) { try flag("getCurrentSyncToken") }
  }

  /// Whether an administrator wants to see the texts that the cloud hides.
  fileprivate var revealsTexts: Bool {
    get throws(CloudError) { try flag(TextVeil.parameter) }
  }

  private func flag(_ key: String) throws(CloudError) -> Bool {
    guard let word = uri.queryParameters[key[...]] else { return false }
    return try FlagWord(word: String(word), at: key) == .true
  }

  private enum FlagWord: String, KnownWord {
    case `true`, `false`

    static let ignoresCase = true
  }
}

extension Router<CloudRequestContext> {
  /// Answers 405 on `path` for every method but `methods`, and `HEAD` where `GET` is among them; the answer says
  /// which there are.
  ///
  /// `allowed` are those that it says, where `HEAD` is refused although `GET` is not.
  func onEveryMethod(
    _ path: RouterPath, but methods: [HTTPRequest.Method],
    allowed: Set<HTTPRequest.Method>? = nil
  ) {
    let all: [HTTPRequest.Method] = [
      .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]
    let given = Set(methods.contains(.get) ? methods + [.head] : methods)
    let isForPages = CrossOriginMiddleware.isForPages("\(path)")
    let allowed = allowed ?? (isForPages ? given.union([.options]) : given)
    for method in all where !given.contains(method) {
      on(path, method: method) { _, _ -> Response in
        throw RequestFailure.wrongMethod(allowed: Array(allowed))
      }
    }
  }
}
