import CloudClient
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import PostgresClient
import Synchronization
import TestSupport
import Testing

/// Two servers on one database, reached over TCP, as a proxy would use them.
struct ServerPair: Sendable {
  static let names = ["a", "b"]

  let database: PostgresAddress
  let connections: [CloudConnection]
  /// The data folders of the servers.
  let folders: [String]

  static func run(
    longPollHold: Duration = .seconds(20), in directory: String,
    surroundings: Surroundings = .deterministic(),
    configure: @escaping @Sendable (inout CloudHost.Configuration) -> Void = { _ in },
    _ body: @escaping @Sendable (ServerPair) async throws -> Void
  ) async throws {
    try await TestPostgres.shared().withDatabase { database in
      let folders = names.map { "\(directory)/\($0)" }
      let configurations = zip(names, folders).map { name, folder in
        var configuration = configuration(of: name, on: database, in: folder)
        configuration.longPollHold = longPollHold
        configure(&configuration)
        return configuration
      }
      // Two servers that draw the same random numbers would make the same tokens.
      var others = surroundings
      others.randomBytes = Surroundings.deterministic(seed: 2).randomBytes
      let second = others
      try await withCloud(configurations[0], surroundings: surroundings) { one in
        try await withCloud(configurations[1], surroundings: second) { other in
          try await body(
            ServerPair(database: database, connections: [one, other], folders: folders))
        }
      }
    }
  }

  /// The servers share a key.
  static func configuration(
    of name: String, on database: PostgresAddress, in folder: String
  ) -> CloudHost.Configuration {
    let common = (folder as NSString).deletingLastPathComponent
    var configuration = CloudHost.Configuration(
      storage: .directory(folder), tcp: .init(host: "127.0.0.1", port: 0))
    configuration.database = database
    configuration.instance = name
    configuration.atRestKeyFile = common + "/at-rest.key"
    return configuration
  }

  func administration(at server: Int) -> CloudAdministration {
    CloudAdministration(connection: connections[server])
  }

  func signUp(_ name: String, at server: Int = 0) async throws -> AccountCredentials {
    try await administration(at: server).createAccount(named: name, passphrase: testPassphrase)
  }

  /// The container of a user, whose requests go to one server.
  func container(
    of user: AccountCredentials, on device: String, at server: Int
  ) -> HTTPCloudContainer {
    HTTPCloudContainer(connection: connections[server], credentials: user, clientID: device)
  }

  /// The same; each request goes to the other server than the one before.
  func alternating(of user: AccountCredentials, on device: String) -> AlternatingContainer {
    AlternatingContainer(connections.indices.map { container(of: user, on: device, at: $0) })
  }

  /// Both servers as one cloud.
  var cloud: CloudUnderTest {
    let users = Mutex<[String: AccountCredentials]>([:])
    let turn = Mutex(0)
    let signIn = { @Sendable (name: String, device: String) throws -> any CloudContainer in
      guard let user = users.withLock({ $0[name] }) else {
        throw CloudError(.unknownItem, "nobody signed up as \(name)")
      }
      return alternating(of: user, on: device)
    }
    return CloudUnderTest(
      signUp: { name, device in
        let server = turn.withLock { turn in
          turn += 1
          return turn % connections.count
        }
        let user = try await signUp(name, at: server)
        users.withLock { $0[name] = user }
        return try signIn(name, device)
      }, signIn: signIn,
      signedOut: {
        let known = try #require(users.withLock { $0.values.first })
        return AlternatingContainer(
          connections.map {
            HTTPCloudContainer(
              connection: $0, apiToken: known.apiToken, container: known.containerIdentifier,
              environment: .development, clientID: nil)
          })
      })
  }

  /// Runs `body` with the rights of the administrator.
  func asAdministrator(
    at server: Int, _ body: (CloudAdministration) async throws -> Void
  ) async throws {
    let file = folders[server] + "/admin.token"
    let token = try String(contentsOfFile: file, encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    try await CloudConnection.with(connections[server].address, administratorToken: token) {
      try await body(CloudAdministration(connection: $0))
    }
  }

  /// Runs a statement in the database of the servers.
  func run(_ sql: String) async throws {
    let database = database
    try await onThread { try PostgresConnection.with(database) { _ = try $0.run(sql) } }
  }

  /// Ends the connections on which servers hear of one another.
  func cutListeners() async throws {
    try await run(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE query LIKE 'LISTEN%' AND datname = current_database()
      """)
  }
}

extension ServerPair {
  /// The server that an address names, as a proxy finds it; the first if it names none.
  fileprivate static func server(of path: String) -> Int {
    let parts = path.split(separator: "/")
    return names.firstIndex { parts.count > 1 && parts[1] == $0 } ?? 0
  }
}

/// A container whose calls go to several servers in turn; a poll goes to the server that its address names.
final class AlternatingContainer: ForwardingContainer {
  private let containers: [any CloudContainer]
  private let turn = Mutex(0)

  init(_ containers: [any CloudContainer]) { self.containers = containers }

  var inner: any CloudContainer {
    containers[
      turn.withLock { turn in
        turn += 1
        return turn % containers.count
      }]
  }

  func database(with scope: DatabaseScope) -> any CloudDatabase {
    AlternatingDatabase(containers.map { $0.database(with: scope) })
  }

  func forward<Answer: Sendable>(
    _ call: CloudCall, _ make: @escaping @Sendable () async throws(CloudError) -> Answer
  ) async throws(CloudError) -> Answer {
    try await make()
  }

  func nextPush(
    on channel: NotificationChannel
  ) async throws(CloudError) -> PushedNotification? {
    try await containers[ServerPair.server(of: channel.courierPath)].nextPush(on: channel)
  }
}

/// A database whose calls go to several servers in turn; an upload goes to the server that its address names.
private final class AlternatingDatabase: ForwardingDatabase {
  private let databases: [any CloudDatabase]
  private let turn = Mutex(0)

  init(_ databases: [any CloudDatabase]) { self.databases = databases }

  var inner: any CloudDatabase {
    databases[
      turn.withLock { turn in
        turn += 1
        return turn % databases.count
      }]
  }

  func forward<Answer: Sendable>(
    _ call: CloudCall, in zoneID: RecordZoneID?,
    _ make: @escaping @Sendable () async throws(CloudError) -> Answer
  ) async throws(CloudError) -> Answer {
    try await make()
  }

  func modifyRecords(
    saving recordsToSave: [Record], deleting recordIDsToDelete: [RecordID],
    savePolicy: RecordSavePolicy, atomically: Bool, desiredKeys: [String]?
  ) async throws(CloudError) -> (saveResults: SaveResults, deleteResults: DeleteResults) {
    try await inner.modifyRecords(
      saving: recordsToSave, deleting: recordIDsToDelete, savePolicy: savePolicy,
      atomically: atomically, desiredKeys: desiredKeys)
  }

  func databaseChanges(
    since changeToken: ServerChangeToken?, resultsLimit: Int?
  ) async throws(CloudError) -> DatabaseChanges {
    try await inner.databaseChanges(since: changeToken, resultsLimit: resultsLimit)
  }

  func recordZoneChanges(
    inZoneWith zoneID: RecordZoneID, since changeToken: ServerChangeToken?,
    desiredKeys: [String]?, resultsLimit: Int?
  ) async throws(CloudError) -> RecordZoneChanges {
    try await inner.recordZoneChanges(
      inZoneWith: zoneID, since: changeToken, desiredKeys: desiredKeys, resultsLimit: resultsLimit)
  }

  func continueAssetUpload(
    _ upload: AssetUpload, from file: URL, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudError) -> Asset {
    try await databases[ServerPair.server(of: upload.link)]
      .continueAssetUpload(upload, from: file, progress: progress)
  }
}
