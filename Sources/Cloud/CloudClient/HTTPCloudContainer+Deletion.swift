package import CloudModel
import CloudWire
import NIOHTTP1

extension HTTPCloudContainer {
  /// Deletes the account of the signed-in person, with all that is only theirs.
  ///
  /// Throws `.permissionFailure` for a wrong passphrase, `.requestRateLimited` after too many attempts.
  package func deleteAccount(passphrase: String?) async throws(CloudError) -> DeletionReport {
    try await send(
      .POST, "/extension/1/account/delete", json: PassphraseRequest(passphrase: passphrase))
  }
}
