import CloudModel
import CloudWire
import HTTPTypes

/// The failure of a whole request, for answers in which the web protocol says more than a `CloudError` can.
struct RequestFailure: Error {
  var error: CloudError
  var serverErrorCode: ServerErrorCode
  var status: Int
  var redirectURL: String?
  /// The additional headers of the answer.
  var headers: HTTPFields = [:]
  /// The web auth token for the sender's next request; failures carry it too.
  var nextWebAuthToken: String?

  init(
    _ error: CloudError, as serverErrorCode: ServerErrorCode? = nil, status: Int? = nil,
    redirectURL: String? = nil
  ) {
    self.error = error
    self.serverErrorCode = serverErrorCode ?? ServerErrorCode(error.code)
    self.status = status ?? self.serverErrorCode.httpStatus
    self.redirectURL = redirectURL
  }
}

extension RequestFailure {
  /// The failure of an authenticated request, with the caller's token for the next one.
  init(_ error: any Error, answering admission: Admission) {
    self.init(describing: error)
    nextWebAuthToken = admission.nextWebAuthToken
  }

  /// Source: the reason is the live server's; `docs/protocol.md`.
  static let unknownEndpoint = RequestFailure(
    CloudError(.unknownItem, "could not find handler for endpoint"))

  /// The failure of a method that a path does not have; `allowed` are those that it has.
  static func wrongMethod(allowed: [HTTPRequest.Method]) -> RequestFailure {
    var failure = RequestFailure(
      CloudError(.invalidArguments, "method not allowed for endpoint"), status: 405)
    failure.headers[.allow] = allowed.map(\.rawValue).sorted().joined(separator: ", ")
    return failure
  }

  /// The failure of a body in a coding that the cloud does not read.
  static func unknownCoding(_ coding: String) -> RequestFailure {
    var failure = RequestFailure(
      CloudError(
        .invalidArguments,
        "BadRequestException: the cloud does not read the Content-Encoding '\(coding.quotable(upTo: 40))'; "
          + "send the body without one"),
      status: 415)
    failure.headers[.acceptEncoding] = "identity"
    return failure
  }

  static let bodyTooLarge = RequestFailure(
    CloudError(
      .limitExceeded, "limit exceeded: a request has at most \(CloudLimits.requestBytes) bytes"),
    status: 413)

  static let malformedRequest = RequestFailure(
    CloudError(
      .invalidArguments, "BadRequestException: the request is not HTTP/1.1 with one Host"))

  static let headTooLarge = RequestFailure(
    CloudError(.limitExceeded, "limit exceeded: the request's head is too large"), status: 431)

  static let bodyTooSlow = RequestFailure(
    CloudError(.invalidArguments, "BadRequestException: the request's body came too slowly"),
    status: 408)

  static let tooManyConnections = RequestFailure(
    CloudError(
      .serviceUnavailable, "There are too many connections. Try again in a moment.",
      retryAfterSeconds: 1))

  /// The failure of a body that is not JSON or does not have the expected form; `error` says where.
  init(_ error: DecodingError) {
    self.init(CloudError(.invalidArguments, "BadRequestException: \(error.place)"))
  }
}

extension DecodingError {
  /// The wrong key, and the mistake in it.
  ///
  /// Quotes no value but an unknown word.
  fileprivate var place: String {
    switch self {
    case .keyNotFound(let key, let context):
      "missing key '\((context.codingPath + [key]).spelled)'"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "unexpected type or null at '\(context.codingPath.spelled)'"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      "the body is not JSON"
    case .dataCorrupted(let context):
      "invalid value at '\(context.codingPath.spelled)'"
        + (["Invalid value, expected type", "There is no such key", UnknownWord.mark].contains {
          context.debugDescription.hasPrefix($0)
        } ? ": \(context.debugDescription)" : "")
    @unknown default:
      "unexpected input"
    }
  }
}

extension [any CodingKey] {
  fileprivate var spelled: String {
    map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
}
