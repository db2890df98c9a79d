import AsyncHTTPClient
import CloudModel
import CloudWire
package import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// Sends requests to one cloud and returns the answers; retries nothing.
///
/// Owns the network connections; shut it down once, when it is no longer needed.
package struct CloudConnection: Sendable {
  /// Our choice: far above the protocol's pages of 200 records, of which few are large.
  static let answerBytes = 64 * 1024 * 1024
  static let ordinaryTimeout = TimeAmount.seconds(30)
  /// Our choice: the client waits this much longer for the answer to a long poll than the cloud holds the poll.
  private static let pollGraceSeconds = 15
  /// Our choice: whatever answers polls at once with nothing is not asked again before.
  private static let shortestPoll: Duration = .seconds(1)

  /// Our choice: if nothing more of an answer arrives for this long, the answer counts as broken off.
  package static let stallSeconds = 60.0

  package let address: CloudAddress
  let client: HTTPClient
  /// For long polls, which are quiet for longer than any other answer.
  private let poller: HTTPClient
  private let polls = Polls()
  let administratorToken: String?
  private let absence: @Sendable () -> String?
  private let diagnosis: TLSDiagnosis

  /// A connection that is opened when the first request is sent.
  ///
  /// - Parameters:
  ///   - address: the address at which the cloud listens.
  ///   - administratorToken: a secret of the cloud, for an administrator on another machine.
  ///   - trust: whose word is taken for who the server is; only for an address with TLS.
  ///   - now: this machine's clock, which tells why a certificate is not trusted; without it nobody looks.
  ///   - stallSeconds: if nothing more of an answer arrives for this long, it counts as broken off.
  ///   - absence: the reason why nobody listens there now, as a sentence; nil if that is not known.
  package init(
    to address: CloudAddress, administratorToken: String? = nil, trust: ServerTrust = .system,
    now: (@Sendable () -> Date)? = nil, stallSeconds: Double = stallSeconds,
    absence: @escaping @Sendable () -> String? = { nil }
  ) {
    self.address = address
    self.administratorToken = administratorToken
    self.absence = absence
    diagnosis = TLSDiagnosis(of: address, trust: trust, now: now)
    var configuration = HTTPClient.Configuration()
    configuration.timeout = .init(
      connect: .seconds(5), read: .milliseconds(Int64(stallSeconds * 1000)))
    configuration.redirectConfiguration = .disallow
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 16
    configuration.httpVersion = .http1Only
    configuration.tlsConfiguration = trust.tlsConfiguration
    if let path = address.socketPath {
      configuration.http1_1ConnectionDebugInitializer = { [trust = address.trust] channel in
        trust.check(channel, to: path)
      }
    }
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    configuration.timeout.read = nil
    poller = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Ends the connections; requests under way fail.
  package func shutDown() async {
    // It throws only when it was shut down before.
    try? await client.shutdown()
    try? await poller.shutdown()
  }

  /// Runs `body` with a connection, and shuts the connection down afterwards, also after an error.
  package static func with<R: Sendable>(
    _ address: CloudAddress, administratorToken: String? = nil, trust: ServerTrust = .system,
    now: (@Sendable () -> Date)? = nil, absence: @escaping @Sendable () -> String? = { nil },
    _ body: (CloudConnection) async throws -> R
  ) async throws -> R {
    let connection = CloudConnection(
      to: address, administratorToken: administratorToken, trust: trust, now: now,
      absence: absence)
    do {
      let result = try await body(connection)
      await connection.shutDown()
      return result
    } catch {
      await connection.shutDown()
      throw error
    }
  }

  /// Sends one request; `path` begins with a slash and is already escaped.
  ///
  /// Without a `timeout`, it may take as long as the task's `RequestTime` says.
  /// Throws the cloud's own error for a status above 399, `.networkUnavailable` if nothing was sent, and
  /// `.networkFailure` if the request may have been sent.
  func send(
    _ method: HTTPMethod, _ path: String, query: [(name: String, value: String)] = [],
    headers: [String: String] = [:], body: Data? = nil, timeout: TimeAmount? = nil
  ) async throws(CloudError) -> Data {
    var request = request(method, path + Self.spelled(query), headers: headers)
    if let body {
      request.headers.add(name: "Content-Type", value: "application/json; charset=utf-8")
      request.body = .bytes(ByteBuffer(bytes: body))
    }
    let timeout =
      timeout
      ?? TimeAmount(RequestTime.current.forRequest(usually: Duration(Self.ordinaryTimeout)))
    return try await answer(to: request, by: client, timeout: timeout)
  }

  /// Asks for the next frame at a courier's path, and waits for it; empty if the cloud had none in the time that it
  /// waits.
  ///
  /// Throws like `send`; if something on a network has cut the poll, with `isCutPoll`.
  func poll(_ path: String) async throws(CloudError) -> Data {
    let isRemote = address.socketPath == nil
    let began = ContinuousClock.now
    let seconds =
      isRemote ? polls.patience.withLock { $0.seconds(at: began) } : CloudLimits.longestPollSeconds
    let request = request(.GET, path, headers: ["Prefer": "wait=\(seconds)"])
    var status: UInt?
    do throws(CloudError) {
      let answer = try await exchange(
        request, by: poller, timeout: .seconds(Int64(seconds + Self.pollGraceSeconds)))
      status = answer.status
      guard answer.status < 400 else { throw Self.failure(answer.body, status: answer.status) }
      if isRemote, answer.body.isEmpty {
        // Cancelled means that nobody polls any more.
        try? await Task.sleep(until: began + Self.shortestPoll, clock: .continuous)
      }
      return answer.body
    } catch {
      let life = began.duration(to: .now)
      let isLost = error.code == .networkFailure || status == 502 || status == 504
      guard isRemote, isLost, life >= PollPatience.shortestLife else { throw error }
      polls.patience.withLock { $0.learn(cutAfter: life, at: .now) }
      var cut = error
      cut.isCutPoll = true
      throw cut
    }
  }

  /// A request as one of our own clients, and as the administrator where the connection has the token.
  func request(
    _ method: HTTPMethod, _ target: String, headers: [String: String]
  ) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: address.base + target)
    request.method = method
    request.headers.add(name: ExtensionHeader.name, value: "1")
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    if let administratorToken {
      request.headers.add(name: "Authorization", value: "Bearer \(administratorToken)")
    }
    return request
  }

  private func answer(
    to request: HTTPClientRequest, by client: HTTPClient, timeout: TimeAmount
  ) async throws(CloudError) -> Data {
    let (status, answer) = try await exchange(request, by: client, timeout: timeout)
    guard status < 400 else { throw Self.failure(answer, status: status) }
    return answer
  }

  /// Sends a request; returns what has come back, whatever its status says.
  private func exchange(
    _ request: HTTPClientRequest, by client: HTTPClient, timeout: TimeAmount
  ) async throws(CloudError) -> (status: UInt, body: Data) {
    do {
      let response = try await client.execute(request, timeout: timeout)
      try checkOrigin(of: response)
      let body = try await response.body.collect(upTo: Self.answerBytes)
      return (response.status.code, Data(body.readableBytesView))
    } catch {
      throw await failure(error)
    }
  }

  /// The error for a request that the transport has failed to carry.
  func failure(_ error: any Error) async -> CloudError {
    guard let failure = TLSFailure(error) else {
      return CloudError(transportFailure: error, at: address, absence: absence)
    }
    return CloudError(await diagnosis.trouble(after: failure), at: address)
  }

  /// Refuses what no cloud answers: the way to another address, or a page for a browser.
  ///
  /// A page with an error of a server is that of a proxy whose cloud does not answer; 511 is a network's own.
  /// Source: RFC 6585, section 6.
  func checkOrigin(of response: HTTPClientResponse) throws(CloudError) {
    let status = response.status.code
    let type = response.headers.first(name: "Content-Type")?.lowercased()
    let isPage = type?.hasPrefix("text/html") == true && status < 500
    if isPage || (300..<400).contains(status) || status == 511 { throw notACloud }
  }

  private var notACloud: CloudError {
    CloudError(
      .serviceUnavailable,
      "What answers at \(address) is not a ZoneChat server. A network that asks you to sign in does this. "
        + "Open a page in a browser first, or check the address.")
  }

  /// Sends JSON and reads JSON.
  func send<Answer: Decodable>(
    _ method: HTTPMethod, _ path: String, query: [(name: String, value: String)] = [],
    headers: [String: String] = [:], json body: (any Encodable)? = nil,
    timeout: TimeAmount? = nil
  ) async throws(CloudError) -> Answer {
    var data: Data?
    do {
      data = try body.map { try $0.json() }
    } catch {
      throw CloudError(.invalidArguments, "The request cannot be written as JSON.")
    }
    let answer = try await send(
      method, path, query: query, headers: headers, body: data, timeout: timeout)
    do {
      return try Answer.read(json: answer)
    } catch {
      // Every answer in JSON is an object.
      guard answer.first == UInt8(ascii: "{") else { throw notACloud }
      throw CloudError(.serviceUnavailable, "The cloud's answer cannot be read.")
    }
  }

  static func failure(_ answer: Data, status: UInt) -> CloudError {
    do {
      return try JSONDecoder().decode(WireError.self, from: answer).cloudError
    } catch {
      return CloudError(
        .serviceUnavailable, "The cloud answered \(status) without a reason.")
    }
  }

  /// A text as a part of a path, or as a value of a query.
  static func escaped(_ text: String) -> String {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }

  private static func spelled(_ query: [(name: String, value: String)]) -> String {
    guard !query.isEmpty else { return "" }
    return "?" + query.map { "\($0)=\(escaped($1))" }.joined(separator: "&")
  }
}

/// What the polls of a connection have in common: they take the same way.
private final class Polls: Sendable {
  let patience = Mutex(PollPatience())
}
