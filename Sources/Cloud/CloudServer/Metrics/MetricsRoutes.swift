import CloudCore
import CloudModel
import CloudRules
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /extension/metrics`, for the administrator, and `GET /extension/health`, for everyone who can connect.
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

  func add(to router: Router<CloudRequestContext>) {
    for path in ["metrics", "health"] {
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
      router.on("extension/health", method: method) { request, context in
        try await health(saysReason: authenticator.isAdministrator(request, context))
      }
    }
  }

  /// 200 while the store answers, else 503.
  private func health(saysReason: Bool) async throws -> Response {
    do {
      let store = cloud.store
      _ = try await store.onThread { try store.readRegistry { try $0.setting("limits") } }
      return try Response(json: Health(status: "ok"))
    } catch {
      var response = try Response(
        json: Health(
          status: "failing", reason: saysReason ? "\(error)" : nil))
      response.status = .serviceUnavailable
      return response
    }
  }
}
