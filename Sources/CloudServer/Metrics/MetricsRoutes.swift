import CloudInProcess
import CloudModel
import CloudRules
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /extension/metrics` and `GET /extension/health`: the state of the cloud; requests need no
/// key.
///
/// They report numbers, never names or contents.
struct MetricsRoutes: Sendable {
  struct Health: Encodable {
    var status: String
    var reason: String?
  }

  let metrics: Metrics
  let cloud: Cloud

  func add(to router: Router<CloudRequestContext>) {
    for path in ["metrics", "health"] {
      router.onEveryMethod(RouterPath("extension/\(path)"), but: [.get, .head])
    }
    for method in [HTTPRequest.Method.get, .head] {
      router.on("extension/metrics", method: method) { _, _ in
        Response(
          status: .ok, headers: [.contentType: PrometheusText.contentType],
          body: ResponseBody(byteBuffer: ByteBuffer(string: PrometheusText(metrics).text)))
      }
      router.on("extension/health", method: method) { _, _ in try health() }
    }
  }

  /// 200 while the store answers, else 503.
  private func health() throws -> Response {
    do {
      _ = try cloud.store.readRegistry { try $0.setting("limits") }
      return try Response(json: Health(status: "ok"))
    } catch {
      var response = try Response(
        json: Health(status: "failing", reason: CloudError(storeFailure: error).reason))
      response.status = .serviceUnavailable
      return response
    }
  }
}
