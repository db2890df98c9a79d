import CloudModel
import CloudWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension RequestFailure {
  /// The protocol's error body.
  func body(uuid: String, extended: Bool = false) -> WireError {
    var body = WireError(error, uuid: uuid, extended: extended)
    body.serverErrorCode = serverErrorCode.rawValue
    body.redirectURL = redirectURL
    return body
  }

  /// The answer of a route.
  func response(uuid: String, extended: Bool) throws -> Response {
    let body = body(uuid: uuid, extended: extended)
    var response = try Response(json: body)
    response.status = HTTPResponse.Status(code: status)
    response.headers.append(contentsOf: headers)
    if let retryAfter = body.retryAfter {
      response.headers[.retryAfter] = String(Int(retryAfter.rounded(.up)))
    }
    response.carry(nextWebAuthToken: nextWebAuthToken)
    return response
  }

  /// The last answer of a connection on which there is no request to route.
  func bareResponse(uuid: String) -> (head: HTTPResponse, body: ByteBuffer) {
    let response = try? response(uuid: uuid, extended: false)  // Encoding strings cannot fail.
    let bytes = (try? JSONEncoder().encode(body(uuid: uuid))) ?? Data("{}".utf8)
    var head = response?.head ?? HTTPResponse(status: .init(code: status))
    head.headerFields[.connection] = "close"
    head.headerFields[.contentLength] = String(bytes.count)
    return (head, ByteBuffer(bytes: bytes))
  }
}
