import CloudCore
import CloudModel
import CloudRules
import CloudWire
import Foundation
import HTTPTypes
import Hummingbird

/// What a person does with the sessions of the own account, and with its passphrase.
extension AccountRoutes {
  func addSessions(to router: Router<CloudRequestContext>) {
    router.onEveryMethod("extension/1/sessions", but: [.get, .post, .delete])
    router.on("extension/1/sessions", method: .get) { request, context in
      try await authenticator.answer(request, context, cloud) { call in
        SessionsResponse(
          sessions: try authenticator.sessions.list(
            of: call.caller.userRecordName, current: call.caller.session))
      }
    }
    router.on("extension/1/sessions", method: .delete) { request, context in
      let query = request.uri.queryParameters
      let (id, others) = (query["id"].map { String($0) }, query["others"].map { String($0) })
      return try await authenticator.answer(request, context, cloud) { call in
        try end(id, others: others, by: call.caller)
      }
    }
    router.onEveryMethod("extension/1/account/passphrase", but: [.post])
    router.on("extension/1/account/passphrase", method: .post) { request, context in
      try await changePassphrase(request, context)
    }
  }

  /// Ends the session that a request names, or all others; without either its own.
  private func end(
    _ id: String?, others: String?, by caller: Caller
  ) throws -> any Encodable & Sendable {
    let (user, sessions) = (caller.userRecordName, authenticator.sessions)
    guard let current = caller.session else { return AdministratorCall.done }
    switch (id, others) {
    case (nil, nil):
      // It may have ended since the request was let in.
      _ = try sessions.end(current, of: user)
    case (let id?, nil):
      guard try sessions.end(id, of: user) else {
        throw CloudError(
          .unknownItem, "Your account has no such session. It may have ended already.")
      }
    case (nil, "true"):
      return EndedSessionsResponse(endedSessions: try sessions.endOthers(than: current, of: user))
    case (_, _?):
      throw CloudError(
        .invalidArguments,
        "The parameter ‘others’ can only be ‘true’, and ‘id’ cannot stand beside it.")
    }
    return AdministratorCall.done
  }

  /// Gives the account another passphrase; the answer has the keys of the only session that there is then.
  private func changePassphrase(
    _ request: Request, _ context: CloudRequestContext
  ) async throws -> Response {
    let data = try await request.body.collect(upTo: CloudLimits.requestBytes)
    let proof = authenticator.proof(of: request, context)
    let address = authenticator.address(of: request, context)
    let (admission, partition) = try await authenticator.store.onThread {
      try authenticator.admitPerson(request, context)
    }
    let user = admission.caller.userRecordName
    do {
      let body = try PassphraseRequest(strictJSON: data)
      guard let passphrase = body.newPassphrase else {
        throw CloudError(
          .invalidArguments, "The request has no new passphrase. Send it as ‘newPassphrase’.")
      }
      let present = try await authenticator.store.onThread {
        try authenticator.sessions.list(of: user, current: admission.caller.session)
      }.first(where: \.isCurrent)
      let proven = try await authenticator.accounts.changePassphrase(
        from: body.passphrase, to: passphrase, of: user, proof: proof)
      authenticator.sessions.closeAll(of: user)
      let keys = try await authenticator.store.onThread {
        try credentials(
          proven, in: partition,
          SessionDevice(name: present?.deviceName ?? "", address: address))
      }
      return try Response(json: keys)
    } catch {
      throw authenticator.failure(error, of: request, answering: admission)
    }
  }
}
