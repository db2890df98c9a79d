package import CloudModel
import CloudWire
import NIOHTTP1

extension HTTPCloudContainer {
  /// Deletes the account of the signed-in person, with all that is only theirs.
  ///
  /// Throws `.notAuthenticated` for a wrong passphrase, `.requestRateLimited` after too many attempts.
  package func deleteAccount(passphrase: String?) async throws(CloudError) -> DeletionReport {
    // Not `send`: there, a refusal says that the keys are over.
    try await connection.send(
      .POST, "/extension/1/account/delete", query: query, headers: headers,
      json: PassphraseRequest(passphrase: passphrase), timeout: CloudAdministration.workTimeout)
  }
}
