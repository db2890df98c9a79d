package import CloudModel
package import CloudWire
import NIOHTTP1

/// What a person does with the own account.
extension HTTPCloudContainer {
  /// The sessions of the account, those first that were used last.
  package func sessions() async throws(CloudError) -> [SessionEntry] {
    let answer: SessionsResponse = try await send(.GET, "/extension/1/sessions")
    return answer.sessions
  }

  /// Throws `.unknownItem` where the account has no session with this id.
  package func endSession(id: String) async throws(CloudError) {
    let _: [String: String] = try await send(
      .DELETE, "/extension/1/sessions", parameters: [(name: "id", value: id)])
  }

  /// Ends all sessions but the one of this container; returns how many there were.
  package func endOtherSessions() async throws(CloudError) -> Int {
    let answer: EndedSessionsResponse = try await send(
      .DELETE, "/extension/1/sessions", parameters: [(name: "others", value: "true")])
    return answer.endedSessions
  }

  /// Gives the account another passphrase, which ends all sessions, and returns the keys of a new one.
  ///
  /// The present passphrase may be missing over the Unix socket. Throws `.permissionFailure` if it is wrong, and
  /// `.requestRateLimited` after too many attempts.
  package func changePassphrase(
    from present: String?, to new: String
  ) async throws(CloudError) -> AccountCredentials {
    try await send(
      .POST, "/extension/1/account/passphrase",
      json: PassphraseRequest(passphrase: present, newPassphrase: new))
  }
}
