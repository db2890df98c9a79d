import CloudModel
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Gives every failed request the protocol's error body, and the log a line about it.
struct ErrorMiddleware: RouterMiddleware {
  let surroundings: Surroundings

  func handle(
    _ request: Request, context: CloudRequestContext,
    next: @concurrent (Request, CloudRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let failure = Self.failure(error)
      let uuid = surroundings.randomUUID()
      context.logger.debug(
        "request failed",
        metadata: [
          "path": .string(request.uri.path.hasPrefix("/courier/") ? "/courier" : request.uri.path),
          "code": .string(failure.serverErrorCode.rawValue), "uuid": .string(uuid),
        ])
      return try response(failure, uuid: uuid, extended: request.wantsExtensions)
    }
  }

  private func response(
    _ failure: RequestFailure, uuid: String, extended: Bool
  ) throws -> Response {
    var body = WireError(failure.error, uuid: uuid, extended: extended)
    body.serverErrorCode = failure.serverErrorCode.rawValue
    body.redirectURL = failure.redirectURL
    var response = try Response(json: body)
    response.status = HTTPResponse.Status(code: failure.status)
    if let retryAfter = body.retryAfter {
      response.headers[.retryAfter] = String(Int(retryAfter.rounded(.up)))
    }
    return response
  }

  private static func failure(_ error: any Error) -> RequestFailure {
    switch error {
    case let failure as RequestFailure: failure
    case let error as CloudError: RequestFailure(error)
    case let error as DecodingError: RequestFailure(error)
    case is NIOTooManyBytesError: .bodyTooLarge
    case let error as HTTPError where error.status == .notFound: .unknownEndpoint
    case let error as HTTPError where error.status == .contentTooLarge: .bodyTooLarge
    case let error as HTTPError:
      RequestFailure(CloudError(.invalidArguments, error.body ?? error.status.reasonPhrase))
    default:
      RequestFailure(CloudError(.internalError, "The cloud failed; its log may say why."))
    }
  }
}

extension Request {
  /// Whether the client understands the keys that are ours and not CloudKit's.
  var wantsExtensions: Bool {
    HTTPField.Name(ExtensionHeader.name).map { headers[$0] != nil } ?? false
  }
}

extension Response {
  init(json body: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    self.init(
      status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(body))))
  }
}
