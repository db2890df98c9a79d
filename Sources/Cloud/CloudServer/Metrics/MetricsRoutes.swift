import CloudCore
import CloudModel
import CloudRules
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /extension/metrics`, for the administrator, and `GET /extension/health` and `GET /extension/ready`, for
/// everyone who can connect.
///
/// They report numbers, never names or contents.
struct MetricsRoutes: Sendable {
  struct Health: Encodable {
    var status: String
    var reason: String?
  }

  let metrics: Metrics
  let cloud: Cloud
  let authenticator: Authenticator
  let isStopping: @Sendable () -> Bool

  func add(to router: Router<CloudRequestContext>) {
    for path in ["metrics", "health", "ready"] {
      router.onEveryMethod(RouterPath("extension/\(path)"), but: [.get, .head])
    }
    for method in [HTTPRequest.Method.get, .head] {
      router.on("extension/metrics", method: method) { request, context in
        try authenticator.requireAdministrator(request, context)
        let text = try await cloud.store.onThread { PrometheusText(metrics).text }
        return Response(
          status: .ok, headers: [.contentType: PrometheusText.contentType],
          body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
      }
      // For who would start the server again: that helps against nothing that is wrong with a database.
      router.on("extension/health", method: method) { _, _ in
        try Response(json: Health(status: "ok"))
      }
      router.on("extension/ready", method: method) { request, context in
        try await ready(saysReason: authenticator.isAdministrator(request, context))
      }
    }
  }

  /// For a load balancer: 200 while the store answers, and the host is not about to end; else 503.
  private func ready(saysReason: Bool) async throws -> Response {
    guard !isStopping() else { return try Self.unavailable(Health(status: "stopping")) }
    do {
      let store = cloud.store
      _ = try await store.onThread { try store.readRegistry { try $0.setting("limits") } }
      return try Response(json: Health(status: "ok"))
    } catch {
      return try Self.unavailable(
        Health(status: "failing", reason: saysReason ? "\(error)" : nil))
    }
  }

  private static func unavailable(_ health: Health) throws -> Response {
    var response = try Response(json: health)
    response.status = .serviceUnavailable
    return response
  }
}
