import HTTPTypes
import Hummingbird
import NIOCore

extension CloudHost {
  /// An answer that was not sent over a connection.
  package struct Answer: Sendable {
    package var status: Int
    package var headers: [String: String]
    package var body: [UInt8]
  }

  /// Answers one request as over a connection, without one; `target` is the path and the query.
  ///
  /// The caller is trusted as over the Unix socket. Throws `RequestTrouble.dropped` where a
  /// connection would close without an answer.
  package func answer(
    _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
  ) async throws -> Answer {
    var head = HTTPRequest(
      method: HTTPRequest.Method(method) ?? .get, scheme: "http",
      authority: headers["Host"] ?? "localhost", path: target)
    for (name, value) in headers where name != "Host" {
      if let name = HTTPField.Name(name) { head.headerFields[name] = value }
    }
    let response = try await responder.respond(
      to: Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body))),
      context: CloudRequestContext(logger: logger))
    let collector = BodyCollector()
    try await response.body.write(collector)
    var answered: [String: String] = [:]
    for field in response.headers { answered[field.name.canonicalName] = field.value }
    return Answer(
      status: response.status.code, headers: answered, body: await collector.bytes)
  }
}

/// Takes what a response would write to its connection.
private struct BodyCollector: ResponseBodyWriter {
  private actor Bytes {
    var all: [UInt8] = []

    func append(_ buffer: ByteBuffer) { all += buffer.readableBytesView }
  }

  private let collected = Bytes()

  var bytes: [UInt8] { get async { await collected.all } }

  func write(_ buffer: ByteBuffer) async throws { await collected.append(buffer) }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
