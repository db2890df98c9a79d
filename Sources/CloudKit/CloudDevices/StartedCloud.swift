package import CloudClient
package import Foundation

/// A cloud that this process has started or was told of, with its administrator's rights.
package struct StartedCloud: Sendable {
  package let url: URL
  package let administratorToken: String
  /// A connection with the administrator's rights.
  package let connection: CloudConnection
  /// The id of the cloud's own process; nil where it runs in this one, or was there before.
  package let processID: Int32?
  private let stop: @Sendable () async throws -> Void

  /// `stop` ends the cloud after the connection, and waits until it has ended.
  package init(
    url: URL, administratorToken: String, connection: CloudConnection, processID: Int32? = nil,
    stop: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.url = url
    self.administratorToken = administratorToken
    self.connection = connection
    self.processID = processID
    self.stop = stop
  }

  /// Ends the connection, then the cloud: requests that it has accepted are answered first.
  package func end() async throws {
    await connection.shutDown()
    try await stop()
  }
}

/// What a cloud for tests has when it starts.
package struct CloudStart: Sendable {
  /// Containers with their schemas, tokens and accounts, in TOML.
  package var containers: String
  /// Makes the names of users and tokens the same each time; nil makes them random.
  package var seed: UInt64?
  /// Whether the journal keeps the bodies of requests.
  package var keepsBodies: Bool

  package init(containers: String = "", seed: UInt64? = nil, keepsBodies: Bool = false) {
    self.containers = containers
    self.seed = seed
    self.keepsBodies = keepsBodies
  }
}
