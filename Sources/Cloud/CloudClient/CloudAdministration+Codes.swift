package import CloudModel
package import CloudWire
import NIOHTTP1

/// Codes that let somebody in: for whoever has one, and for the administrator.
extension CloudAdministration {
  /// What a code is for; this does not use it.
  ///
  /// Throws `.unknownItem` for a code that nobody has made or that is over, which the reason says, and
  /// `.requestRateLimited` after too many attempts.
  package func look(code: String) async throws(CloudError) -> CodeDescription {
    try await connection.send(
      .POST, CodeRequest.path + "/look", json: CodeLookRequest(code: code))
  }

  /// Makes an invitation, or a code for a new passphrase; only this answer has it.
  package func makeCode(_ request: CodeRequest) async throws(CloudError) -> CodeAnswer {
    try await connection.send(.POST, CodeRequest.path, json: request)
  }

  /// Everybody's codes, in the order in which they were made.
  package func codes() async throws(CloudError) -> [CodeEntry] {
    let answer: CodesResponse = try await connection.send(.GET, CodeRequest.path)
    return answer.codes
  }

  /// Takes a code back.
  ///
  /// Throws `.unknownItem` if there is none with this id.
  package func deleteCode(id: String) async throws(CloudError) {
    let _: [String: String] = try await connection.send(.DELETE, CodeRequest.path(ofCode: id))
  }
}

extension CodeRequest {
  static let path = "/extension/1/codes"

  static func path(ofCode id: String) -> String { "\(path)/\(CloudConnection.escaped(id))" }
}
