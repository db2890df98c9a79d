import CloudCore
import CloudModel
import CloudRules
import CloudWire
import Foundation
import HTTPTypes
import Hummingbird

/// `/extension/1/codes`: codes that let somebody in.
///
/// A request with a client's keys is that of the person, also over the Unix socket; without keys it is the
/// administrator's. A code is in a body only, never in a path or a query, so no log has it.
struct CodeRoutes: Sendable {
  let authenticator: Authenticator
  let admission: AdmissionService
  /// By which links name the cloud's own authority; nil where others vouch for the cloud.
  let authorityPin: AuthorityPin?

  func add(to router: Router<CloudRequestContext>) {
    router.onEveryMethod("extension/1/codes/look", but: [.post])
    router.on("extension/1/codes/look", method: .post) { request, context in
      let body: CodeLookRequest = try await request.strictJSON()
      return try Response(
        json: try await admission.look(
          body.code, proof: authenticator.proof(of: request, context)))
    }
    router.onEveryMethod("extension/1/codes", but: [.get, .post])
    router.on("extension/1/codes", method: .get) { request, context in
      try await answer(request, context) { maker in
        let codes = try await authenticator.store.onThread {
          try admission.codes(for: maker)
        }
        return CodesResponse(codes: codes)
      }
    }
    router.on("extension/1/codes", method: .post) { request, context in
      let body: CodeRequest = try await request.strictJSON()
      return try await answer(request, context) { maker in
        let made = try await admission.make(body, by: maker)
        return CodeAnswer(
          code: made.code, entry: made.entry, authorityPin: authorityPin?.description)
      }
    }
    router.onEveryMethod("extension/1/codes/:id", but: [.delete])
    router.on("extension/1/codes/:id", method: .delete) { request, context in
      let id = context.parameters.get("id")?.removingPercentEncoding ?? ""
      return try await answer(request, context) { maker in
        try await authenticator.store.onThread { try admission.revoke(id, by: maker) }
        return AdministratorCall.done
      }
    }
  }

  /// Answers a member or the administrator; everybody else is refused.
  private func answer(
    _ request: Request, _ context: CloudRequestContext,
    _ body: (AdmissionService.Maker) async throws -> any Encodable & Sendable
  ) async throws -> Response {
    guard AuthenticationQuery(request).apiToken != nil else {
      try authenticator.requireAdministrator(request, context)
      do {
        return try Response(json: try await body(.administrator))
      } catch {
        throw Self.failure(error)
      }
    }
    let admitted = try await authenticator.store.onThread {
      try authenticator.admitPerson(request, context).admission
    }
    context.logEntry?.note(admitted)
    do {
      let proof = authenticator.proof(of: request, context)
      var response = try Response(
        json: try await body(.member(admitted.caller.userRecordName, proof)))
      response.carry(admitted)
      return response
    } catch {
      throw authenticator.failure(Self.failure(error), of: request, answering: admitted)
    }
  }

  /// A name that is taken is told as it is when somebody signs up.
  private static func failure(_ error: any Error) -> any Error {
    guard let error = error as? CloudError, error.code == .constraintViolation else { return error }
    return RequestFailure(error, as: .exists)
  }
}
