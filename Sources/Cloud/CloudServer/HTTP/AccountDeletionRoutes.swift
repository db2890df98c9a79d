import CloudCore
import CloudModel
import CloudRules
import CloudWire
import HTTPTypes
import Hummingbird

/// `/extension/1/account/delete`: a person deletes the own account.
struct AccountDeletionRoutes: Sendable {
  let authenticator: Authenticator
  let ending: AccountEnding

  func add(to router: Router<CloudRequestContext>) {
    router.onEveryMethod("extension/1/account/delete", but: [.post])
    router.on("extension/1/account/delete", method: .post) { request, context in
      let body: PassphraseRequest = try await request.strictJSON()
      let admission = try await authenticator.store.onThread {
        try authenticator.admitPerson(request, context).admission
      }
      do {
        guard body.newPassphrase == nil else {
          throw CloudError(.invalidArguments, "A deletion takes no new passphrase.")
        }
        let user = admission.caller.userRecordName
        let proven = try await authenticator.accounts.require(
          passphrase: body.passphrase, of: user, proof: authenticator.proof(of: request, context))
        return try await authenticator.store.onThread {
          try Response(json: try ending.end(proven))
        }
      } catch {
        throw authenticator.failure(error, of: request, answering: admission)
      }
    }
  }
}
