import AsyncHTTPClient
import CloudModel
import Foundation
import NIOCore
import NIOHTTP1

extension CloudConnection {
  /// Our choice: a transfer slower than this is broken off, and can be continued.
  private static let slowestBytesPerSecond: Int64 = 64 * 1024
  private static let failureBytes = 64 * 1024

  /// Sends a request whose body or answer is too large for memory; `bytes` says how large.
  ///
  /// `read` gets every answer with a status below 400, and 416. Throws like `send`, and what `read` and the
  /// body throw.
  func transfer<Answer: Sendable>(
    _ method: HTTPMethod, _ path: String, headers: [String: String],
    body: HTTPClientRequest.Body? = nil, bytes: Int64,
    _ read: (HTTPClientResponse) async throws -> Answer
  ) async throws(CloudError) -> Answer {
    var request = request(method, path, headers: headers)
    request.body = body
    let usual = Self.ordinaryTimeout + .seconds(bytes / Self.slowestBytesPerSecond)
    let timeout = TimeAmount(RequestTime.current.forTransfer(usually: Duration(usual)))
    do {
      let response = try await client.execute(request, timeout: timeout)
      let status = response.status.code
      try checkOrigin(of: response)
      guard status < 400 || status == 416 else {
        let answer = try await response.body.collect(upTo: Self.failureBytes)
        throw Self.failure(Data(answer.readableBytesView), status: status)
      }
      return try await read(response)
    } catch let error as CloudError {
      throw error
    } catch is DecodingError {
      throw CloudError(.serviceUnavailable, "The cloud's answer cannot be read.")
    } catch {
      throw await failure(error)
    }
  }
}
