import CloudCore
import CloudModel
import CloudRules
import Hummingbird

extension Authenticator {
  /// Answers a person's request under `/extension/` on a thread that may wait for the disk.
  func answer(
    _ request: Request, _ context: CloudRequestContext, _ cloud: Cloud,
    with handler: @escaping CloudRoutes.Handler
  ) async throws -> Response {
    let body = try await request.body.collect(upTo: CloudLimits.requestBytes)
    return try await store.onThread {
      let (admission, partition) = try admitPerson(request, context)
      return try response(to: admission, request) {
        try handler(
          AuthenticatedCall(
            caller: admission.caller, scope: .public, service: cloud.service(for: partition),
            extended: request.wantsExtensions, origin: origin(of: request), data: body))
      }
    }
  }

  /// Answers with the result or the error of `body`, and with the token for the next request.
  ///
  /// `assetURL` says where the bytes of each asset in it can be read, and `hidesTexts` whether it has only the length
  /// of each text.
  func response(
    to admission: Admission, _ request: Request,
    assetURL: (@Sendable (Asset) -> String?)? = nil, hidesTexts: Bool = false,
    _ body: () throws -> any Encodable & Sendable
  ) throws -> Response {
    do {
      var response = try Response(json: try body(), assetURL: assetURL, hidesTexts: hidesTexts)
      response.carry(admission)
      return response
    } catch {
      throw failure(error, of: request, answering: admission)
    }
  }
}
