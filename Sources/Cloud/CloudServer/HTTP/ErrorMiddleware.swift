import CloudCore
import CloudModel
import CloudRules
import CloudWire
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Gives every failed request the protocol's error body, and the log a line about it.
///
/// Each layer of a waiting request keeps two or three kilobytes of memory, most of them for what is done before and
/// after it: so that is in functions of its own, here and in the other layers.
struct ErrorMiddleware: RouterMiddleware {
  let machine: Surroundings
  /// Learns of each request that finds no room on the disk; nil if nothing is kept on disk.
  let freeSpace: FreeSpace?

  func handle(
    _ request: Request, context: CloudRequestContext,
    next: @concurrent (Request, CloudRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      try RequestTarget.check(request)
      return try await next(request, context)
    } catch {
      let isDropped = if case RequestTrouble.dropped = error { true } else { false }
      if isDropped {
        guard context.channel != nil else { throw error }
        await context.hangUp()
      }
      return try response(to: request, context, after: error, isDropped: isDropped)
    }
  }

  @inline(never)
  private func response(
    to request: Request, _ context: CloudRequestContext, after error: any Error, isDropped: Bool
  ) throws -> Response {
    let failure = RequestFailure(describing: error)
    if failure.error == .diskFull { freeSpace?.writeFailed() }
    let prefix = failure.serverErrorCode == .throttled ? "wsThrottles_" : ""
    let uuid = prefix + (context.logEntry?.id ?? machine.randomUUID())
    context.logEntry?.note(
      errorCode: isDropped ? JournaledRequest.lost : failure.serverErrorCode.rawValue)
    if failure.error == .unexplained {
      // The only place that has it: the client gets none of its words.
      context.logger.error(
        "a request failed by an error that the cloud does not expect",
        metadata: [
          "path": .string(LogText.path(request.uri.path)), "uuid": .string(uuid),
          "error": .string(LogText.neutral("\(error)")),
        ])
    }
    context.logger.debug(
      "request failed",
      metadata: [
        "path": .string(LogText.path(request.uri.path)),
        "code": .string(failure.serverErrorCode.rawValue), "uuid": .string(uuid),
      ])
    return try failure.response(uuid: uuid, extended: request.wantsExtensions)
  }
}

extension RequestFailure {
  /// The failure by which the protocol reports `error`, which may be any error.
  init(describing error: any Error) {
    self =
      switch error {
      case let failure as RequestFailure: failure
      case let error as CloudError: RequestFailure(error)
      case let end as CodeEnd:
        RequestFailure(CloudError(.unknownItem, end.sentence), status: 410)
      case let error as StoreError: RequestFailure(CloudError(storeFailure: error))
      case let trouble as RequestTrouble: RequestFailure(trouble)
      case let error as DecodingError: RequestFailure(error)
      case is NIOTooManyBytesError: .bodyTooLarge
      case let failure as ConnectionFailure: failure.requestFailure
      case is HTTPParserError: .malformedRequest
      case let error as HTTPError where error.status == .notFound: .unknownEndpoint
      case let error as HTTPError where error.status == .contentTooLarge: .bodyTooLarge
      case let error as HTTPError:
        RequestFailure(CloudError(.invalidArguments, error.body ?? error.status.reasonPhrase))
      default:
        RequestFailure(.unexplained)
      }
  }
}

extension CloudError {
  fileprivate static let unexplained = CloudError(
    .internalError, "The cloud failed; its log may say why.")
}

extension Request {
  /// Whether the client understands keys that CloudKit does not have.
  var wantsExtensions: Bool {
    HTTPField.Name(ExtensionHeader.name).map { headers[$0] != nil } ?? false
  }
}

extension Response {
  /// Adds the user's token for the next request to the headers.
  ///
  /// Source: CloudKit Web Services Reference, Accessing CloudKit Using an API Token.
  mutating func carry(_ admission: Admission) {
    carry(nextWebAuthToken: admission.nextWebAuthToken)
  }

  mutating func carry(nextWebAuthToken token: String?) {
    guard let token, let name = HTTPField.Name("X-Apple-CloudKit-Web-Auth-Token") else { return }
    headers[name] = token
  }

  /// `assetURL` says where the bytes of each asset in the body can be read, and `hidesTexts` whether the body has only
  /// the length of each text.
  init(
    json body: some Encodable, assetURL: (@Sendable (Asset) -> String?)? = nil,
    hidesTexts: Bool = false
  ) throws {
    let encoder = JSONEncoder()
    if let assetURL, let key = CodingUserInfoKey.assetDownloadURL {
      encoder.userInfo[key] = assetURL
    }
    encoder.outputFormatting = [.withoutEscapingSlashes]
    var json = try body.json(encoder)
    if hidesTexts {
      json = try encoder.encode(JSONDecoder().decode(JSONValue.self, from: json).hidingTexts)
    }
    self.init(
      status: .ok,
      headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}
