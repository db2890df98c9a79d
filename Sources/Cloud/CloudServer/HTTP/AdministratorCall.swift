import CloudCore
import CloudModel
import CloudRules
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A request of an operator, authenticated and read.
struct AdministratorCall: Sendable {
  typealias Handler = @Sendable (AdministratorCall) throws -> any Encodable & Sendable

  /// The answer of an operation that has no result.
  static let done: [String: String] = [:]

  let context: CloudRequestContext
  /// The parameters of the query.
  let options: [String: String]
  private let data: ByteBuffer

  /// Throws `.invalidArguments` where the query has other parameters than these.
  init(
    _ request: Request, _ context: CloudRequestContext, parameters: [String] = []
  ) async throws {
    try request.check(parameters: parameters)
    self.context = context
    options = Dictionary(
      request.uri.queryParameters.map { (String($0.key), String($0.value)) }
    ) { first, _ in first }
    data = try await request.body.collect(upTo: CloudLimits.requestBytes)
  }

  /// Whether the request has no body.
  var isEmpty: Bool { data.readableBytes == 0 }

  /// Throws `.invalidArguments` for a body with something in it, where the route takes none and would not do it.
  func requireNoBody() throws(CloudError) {
    guard isEmpty || String(buffer: data) == "{}" else {
      throw CloudError(.invalidArguments, "this route takes no body")
    }
  }

  /// The body as JSON, whatever its content type says.
  ///
  /// Throws `DecodingError`, and `.invalidArguments` for a key that the body does not have.
  func json<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
    try type.init(strictJSON: data)
  }

  /// A part of the path, unescaped.
  func parameter(_ name: String) -> String {
    context.parameters.get(name)?.removingPercentEncoding ?? ""
  }

  var container: String {
    get throws(CloudError) {
      let name = parameter("container")
      try ContainerRules.checkIdentifier(name)
      return name
    }
  }

  /// The container and environment that the path names; they may not exist.
  var partition: Partition {
    get throws(CloudError) {
      guard let environment = CloudEnvironment(anyWord: parameter("environment"))
      else {
        throw CloudError(.invalidArguments, "An environment is ‘development’ or ‘production’.")
      }
      return Partition(container: try container, environment: environment)
    }
  }
}

extension Authenticator {
  /// Adds a path for operators, with the parameters that its query may have.
  ///
  /// Its handlers run on a thread that may block.
  func administer(
    _ router: Router<CloudRequestContext>, _ path: String, parameters: [String] = [],
    _ handlers: [HTTPRequest.Method: AdministratorCall.Handler]
  ) {
    router.onEveryMethod(RouterPath(path), but: Array(handlers.keys))
    for (method, handler) in handlers {
      router.on(RouterPath(path), method: method) { request, context in
        try requireAdministrator(request, context)
        let call = try await AdministratorCall(request, context, parameters: parameters)
        if method == .get || method == .delete { try call.requireNoBody() }
        do {
          return try await store.onThread {
            try Response(json: try handler(call))
          }
        } catch let error as CloudError where error.code == .constraintViolation {
          throw RequestFailure(error, as: .exists)
        } catch let error as StoreError {
          // In the store's own words: this is who can do something.
          throw CloudError(.serviceUnavailable, "\(error)")
        }
      }
    }
  }
}

extension Request {
  /// Throws `.invalidArguments` where the query has other parameters than these.
  func check(parameters: [String]) throws(CloudError) {
    try KnownKeys.check(
      uri.queryParameters.map { String($0.key) }, among: parameters, of: "parameter")
  }
}
