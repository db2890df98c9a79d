import Hummingbird

/// Counts the requests under way, so that an unused cloud can be noticed.
struct IdleTrackingMiddleware: RouterMiddleware {
  let idleTracker: IdleTracker

  func handle(
    _ request: Request, context: CloudRequestContext,
    next: @concurrent (Request, CloudRequestContext) async throws -> Response
  ) async throws -> Response {
    idleTracker.requestBegan()
    defer { idleTracker.requestEnded() }
    return try await next(request, context)
  }
}
