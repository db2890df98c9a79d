package import CloudModel
import CloudWire

/// The codes that a member of a server hands on.
extension HTTPCloudContainer {
  /// Makes a code of a kind; a passphrase proves the person where the kind asks for it.
  ///
  /// - Returns: the code, which is a secret, and how long it counts from now on.
  package func makeCode(
    of kind: CodeKind, passphrase: String? = nil
  ) async throws(CloudError) -> (code: String, lifeSeconds: Int64) {
    let answer = try await makeCode(CodeRequest(kind: kind, passphrase: passphrase))
    return (answer.code, (answer.entry.expiresAt - answer.entry.createdAt) / 1000)
  }
}
