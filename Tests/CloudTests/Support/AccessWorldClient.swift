import AsyncHTTPClient
import CloudServer
import Foundation
import NIOCore
import NIOHTTP1

/// Posts to a cloud over TCP; end it when it is not needed any more.
struct AccessWorldClient: Sendable {
  private let base: String
  private let client = HTTPClient(eventLoopGroupProvider: .singleton)

  init(_ addresses: CloudHost.Addresses) throws { base = addresses.urls.first ?? "" }

  func post(_ path: String, query: String = "", body: String) async throws -> RawCloud.Answer {
    var request = HTTPClientRequest(url: "\(base)\(path)?\(query)")
    request.method = .POST
    request.body = .bytes(ByteBuffer(string: body))
    let response = try await client.execute(request, timeout: .seconds(20))
    let bytes = try await response.body.collect(upTo: 1 << 24)
    return RawCloud.Answer(
      status: response.status.code, headers: response.headers, text: String(buffer: bytes))
  }

  /// The query of a signed-in user of the container's production environment.
  func signIn(_ name: String, token: String, container: String) async throws -> String {
    let answer = try await post(
      "/extension/1/sessions",
      body: """
        {"name":"\(name)","passphrase":"\(testPassphrase)","container":"\(container)",
        "environment":"production"}
        """)
    let key = AccessWorld.escaped(answer.json["webAuthToken"] as? String ?? "")
    return "ckAPIToken=\(token)&ckWebAuthToken=\(key)"
  }

  func end() async throws { try await client.shutdown() }
}
