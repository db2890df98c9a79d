import CloudModel
import HTTPTypes
import Hummingbird

/// The map of the cloud's paths.
///
/// Every route decodes, calls and encodes, and does nothing else.
struct CloudRoutes {
  let gate: Gate
  let service: CloudService
  let courier: NotificationCourier
  let surroundings: Surroundings
  let activity: Activity
  let administration: AdministrationRoutes

  /// What a route does with a request by a signed-in user.
  typealias Handler = @Sendable (Exchange) async throws -> any Encodable & Sendable

  var router: Router<CloudRequestContext> {
    let router = Router(context: CloudRequestContext.self)
    router.add(middleware: ActivityMiddleware(activity: activity))
    router.add(middleware: ErrorMiddleware(surroundings: surroundings))
    for (path, handler) in databaseHandlers {
      add(handler, at: "database/1/:container/:environment/:database/\(path)", to: router)
    }
    add(
      ["GET": { try ShareRoutes(service: service).caller($0) }],
      at: "database/1/:container/:environment/:database/users/caller", to: router)
    addDeviceRoutes(to: router)
    CourierRoute(courier: courier, service: service, surroundings: surroundings).add(to: router)
    administration.add(to: router)
    return router
  }

  private var databaseHandlers: [(path: String, handlers: [String: Handler])] {
    let zones = ZoneRoutes(service: service)
    let records = RecordRoutes(service: service)
    let changes = ChangeRoutes(service: service)
    let subscriptions = SubscriptionRoutes(service: service)
    let shares = ShareRoutes(service: service)
    return [
      ("zones/modify", ["POST": { try zones.modify($0) }]),
      ("zones/list", ["GET": { try zones.list($0) }, "POST": { try zones.list($0) }]),
      ("records/modify", ["POST": { try records.modify($0) }]),
      ("records/lookup", ["POST": { try records.lookup($0) }]),
      ("changes/database", ["POST": { try changes.database($0) }]),
      ("changes/zone", ["POST": { try changes.zone($0) }]),
      ("subscriptions/modify", ["POST": { try subscriptions.modify($0) }]),
      ("subscriptions/list", ["GET": { try subscriptions.list($0) }]),
      ("records/resolve", ["POST": { try shares.resolve($0) }]),
      ("records/accept", ["POST": { try shares.accept($0) }]),
    ]
  }

  private func addDeviceRoutes(to router: Router<CloudRequestContext>) {
    for path in ["create", "register"] {
      router.onEveryMethod(
        RouterPath("device/1/:container/:environment/tokens/\(path)"), but: [.post])
    }
    let devices = DeviceRoutes(courier: courier, surroundings: surroundings)
    router.on("device/1/:container/:environment/tokens/create", method: .post) { request, context in
      let authority = request.head.authority ?? "localhost"
      return try await answer(request, context, scope: .public) {
        try devices.create($0, authority: authority)
      }
    }
    router.on("device/1/:container/:environment/tokens/register", method: .post) {
      request, context in
      try await answer(request, context, scope: .public) { try devices.register($0) }
    }
  }

  /// Adds one path with a handler for some methods, and the protocol's 405 for the others.
  private func add(
    _ handlers: [String: Handler], at path: String, to router: Router<CloudRequestContext>
  ) {
    let methods = handlers.keys.compactMap { HTTPRequest.Method($0) }
    router.onEveryMethod(RouterPath(path), but: methods)
    for method in methods {
      guard let handler = handlers[method.rawValue] else { continue }
      router.on(RouterPath(path), method: method) { request, context in
        guard
          let scope = context.parameters.get("database").flatMap(
            DatabaseScope.init(pathComponent:))
        else { throw RequestFailure.unknownEndpoint }
        return try await answer(request, context, scope: scope, with: handler)
      }
    }
  }

  private func answer(
    _ request: Request, _ context: CloudRequestContext, scope: DatabaseScope,
    with handler: Handler
  ) async throws -> Response {
    try gate.checkPlace(context)
    let caller = try gate.caller(of: request)
    let exchange = try await Exchange(request, scope: scope, caller: caller)
    var response = try Response(json: try await handler(exchange))
    gate.echoToken(of: request, in: &response)
    return response
  }
}

extension Router<CloudRequestContext> {
  /// Answers 405 on `path` for every method but `methods`.
  func onEveryMethod(_ path: RouterPath, but methods: [HTTPRequest.Method]) {
    let all: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete]
    for method in all where !methods.contains(method) {
      on(path, method: method) { _, _ -> Response in throw RequestFailure.wrongMethod }
    }
  }
}
