package import CloudModel
package import CloudWire
import NIOHTTP1

/// Codes that the user makes: for another device of the user's, and for new people where members may invite.
extension HTTPCloudContainer {
  /// Makes a code; only this answer has it.
  ///
  /// One for another device needs the user's passphrase, but not over the Unix socket. Throws `.permissionFailure`
  /// where members may not invite, or the passphrase is wrong.
  package func makeCode(_ request: CodeRequest) async throws(CloudError) -> CodeAnswer {
    try await send(.POST, CodeRequest.path, json: request)
  }

  /// The codes that the user has made, in the order in which they were made.
  package func codes() async throws(CloudError) -> [CodeEntry] {
    let answer: CodesResponse = try await send(.GET, CodeRequest.path)
    return answer.codes
  }

  /// Takes one of the user's codes back.
  ///
  /// Throws `.unknownItem` if there is none with this id.
  package func deleteCode(id: String) async throws(CloudError) {
    let _: [String: String] = try await send(.DELETE, CodeRequest.path(ofCode: id))
  }
}
