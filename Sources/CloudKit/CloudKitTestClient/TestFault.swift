import CloudModel

/// A failure that the cloud produces on demand.
public struct TestFault: Sendable {
  /// What happens to a request that matches.
  public enum Effect: Sendable {
    /// The connection closes, and nothing was done.
    case dropBefore
    /// The request is carried out, and the connection closes without an answer.
    case dropAfter
    /// The request waits before it begins.
    case delay(milliseconds: Int)
    /// The whole request fails with an error code of the web protocol, for example `ZONE_BUSY`.
    case fail(code: String, retryAfter: Double? = nil)
    /// Records in `records/modify` fail with an error code of the web protocol.
    case failRecords(code: String)
    /// Change tokens count as expired.
    case expireTokens
    /// Notifications get lost.
    case loseNotifications
    /// Notifications come later.
    case delayNotifications(milliseconds: Int)
    /// Queries find what the request saves only after this time.
    case lagIndex(seconds: Double)
  }

  var fault: CloudFault

  /// A fault for requests that match everything given; nil matches any.
  ///
  /// - Parameters:
  ///   - effect: what happens.
  ///   - account: the name of the caller's account.
  ///   - operation: the end of the path, for example `records/modify`.
  ///   - database: `public`, `private` or `shared`.
  ///   - zone: the zone's name; `*` and `?` match as in the names of files.
  ///   - count: after how many requests the fault ends; nil is never.
  /// - Throws: `TestCloudError` for an error code that the protocol does not have.
  public init(
    _ effect: Effect, account: String? = nil, operation: String? = nil, database: String? = nil,
    zone: String? = nil, count: Int? = nil
  ) throws {
    fault = CloudFault(
      filter: .init(account: account, operation: operation, database: database, zone: zone),
      schedule: .init(count: count), effect: try Self.effect(effect))
  }

  private static func effect(_ effect: Effect) throws -> CloudFault.Effect {
    switch effect {
    case .dropBefore: .dropBefore
    case .dropAfter: .dropAfter
    case .delay(let milliseconds): .delay(milliseconds: milliseconds)
    case .fail(let code, let retryAfter):
      .fail(.init(try self.code(code), retryAfterSeconds: retryAfter))
    case .failRecords(let code): .failRecords(.init(try self.code(code)))
    case .expireTokens: .expireTokens
    case .loseNotifications: .loseNotifications
    case .delayNotifications(let milliseconds): .delayNotifications(milliseconds: milliseconds)
    case .lagIndex(let seconds): .lagIndex(seconds: seconds)
    }
  }

  private static func code(_ text: String) throws -> ServerErrorCode {
    guard let code = ServerErrorCode(rawValue: text) else {
      throw TestCloudError(reason: "‘\(text)’ is not an error code of the web protocol.")
    }
    return code
  }
}
