import CloudCore
import CloudModel
import CloudRules
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// `/extension/1/schema…`: a container's schema as text.
///
/// The query names `container` and `environment`; without them the cloud's default partition is
/// used.
struct SchemaRoutes: Sendable {
  let authenticator: Authenticator
  let cloud: Cloud

  func add(to router: Router<CloudRequestContext>) {
    router.onEveryMethod("extension/1/schema", but: [.get, .put, .patch])
    router.onEveryMethod("extension/1/schema/promote", but: [.post])
    router.on("extension/1/schema", method: .get) { request, context in
      try await answer(request, context) { try $0.schema() }
    }
    router.on("extension/1/schema", method: .put) { request, context in
      let text = try await Self.text(of: request)
      let dryRun = request.uri.queryParameters["dryRun"] ?? "false"
      guard let isDryRun = Bool(String(dryRun)) else {
        throw CloudError(.invalidArguments, "‘dryRun’ is ‘true’ or ‘false’.")
      }
      return try await answer(request, context, parameters: ["dryRun"]) {
        try $0.importSchema(text: text, isDryRun: isDryRun)
      }
    }
    router.on("extension/1/schema", method: .patch) { request, context in
      let text = try await Self.text(of: request)
      return try await answer(request, context) { try $0.extendSchema(text: text) }
    }
    router.on("extension/1/schema/promote", method: .post) { request, context in
      try await answer(request, context, environment: .production) { try $0.promoteSchema() }
    }
  }

  private static func text(of request: Request) async throws -> String {
    let data = try await request.body.collect(upTo: CloudLimits.requestBytes)
    guard let text = String(bytes: data.readableBytesView, encoding: .utf8) else {
      throw CloudError(.invalidArguments, "The schema is not UTF-8 text.")
    }
    return text
  }

  private func answer(
    _ request: Request, _ context: CloudRequestContext, environment: CloudEnvironment? = nil,
    parameters: [String] = [],
    _ body: @escaping @Sendable (PartitionAdministration) throws -> Schema
  ) async throws -> Response {
    try authenticator.requireAdministrator(request, context)
    try request.check(
      parameters: ["container"] + (environment == nil ? ["environment"] : []) + parameters)
    let partition = try partition(of: request, environment: environment)
    let text = try await authenticator.store.onThread {
      try body(cloud.administration(of: partition)).text
    }
    return Response(
      status: .ok,
      headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  private func partition(
    of request: Request, environment fixed: CloudEnvironment?
  ) throws -> Partition {
    let query = request.uri.queryParameters
    var partition = authenticator.defaultPartition
    if let container = query["container"] { partition.container = String(container) }
    if let fixed {
      partition.environment = fixed
    } else if let name = query["environment"] {
      guard let environment = CloudEnvironment(anyWord: String(name)) else {
        throw CloudError(
          .invalidArguments, "An environment is ‘development’ or ‘production’.")
      }
      partition.environment = environment
    }
    return partition
  }
}
