import CloudClient
import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

/// The ways to reach the same cloud.
///
/// The conformance suite runs over each.
enum CloudKind: String, CaseIterable, Sendable {
  case inProcess = "in process"
  case repeated = "in process, every write run twice"
  case reopened = "in process, store reopened at every step"
  case postgres = "in process, store in PostgreSQL"
  case unixSocket = "HTTP over a Unix socket"
  case tcp = "HTTP over TCP"
  case twoServers = "HTTP over TCP, two servers on one PostgreSQL in turn"

  /// Those where a change is announced before its answer, so that hints of several changes meet in the queue.
  static let announcingAtOnce = allCases.filter { $0 != .twoServers }

  func run(
    longPollHold: Duration = .seconds(20), surroundings: Surroundings = .deterministic(),
    _ body: @escaping @Sendable (CloudUnderTest) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { (directory: String) in
      switch self {
      case .inProcess:
        try await Self.runInProcess(
          try SQLiteStore(.inMemory), in: directory, longPollHold, surroundings, body)
      case .repeated:
        try await Self.runInProcess(
          ContractStore(try SQLiteStore(.inMemory)), in: directory, longPollHold, surroundings, body
        )
      case .reopened:
        try await Self.runInProcess(
          try ReopeningStore(directory: directory), in: directory, longPollHold, surroundings, body)
      case .postgres:
        try await TestPostgres.shared().withDatabase(like: StorePlace.emptyCloud) { address in
          try await Self.runInProcess(
            StorePlace(in: address).open(), in: directory, longPollHold, surroundings, body)
        }
      case .unixSocket:
        let configuration = CloudHost.Configuration(
          storage: .directory(directory + "/data"), unixSocketPath: directory + "/cloud.sock",
          longPollHold: longPollHold)
        try await withCloud(configuration, surroundings: surroundings) {
          try await body(Self.cloud(at: $0))
        }
      case .tcp:
        let configuration = CloudHost.Configuration(
          storage: .inMemory, tcp: .init(host: "127.0.0.1", port: 0), longPollHold: longPollHold)
        try await withCloud(configuration, surroundings: surroundings) {
          try await body(Self.cloud(at: $0))
        }
      case .twoServers:
        // What one server has written is announced by the other a moment later.
        try await ServerPair.run(
          longPollHold: max(longPollHold, .seconds(1)), in: directory, surroundings: surroundings
        ) {
          try await body($0.cloud)
        }
      }
    }
  }

  private static func runInProcess(
    _ store: any CloudStore, in directory: String, _ longPollHold: Duration,
    _ surroundings: Surroundings,
    _ body: @Sendable (CloudUnderTest) async throws -> Void
  ) async throws {
    let accounts = AccountService(store: store, surroundings: surroundings)
    let courier = NotificationCourier(hold: longPollHold, surroundings: surroundings)
    let cloud = Cloud(
      store: store, surroundings: surroundings, announce: { courier.deliver($0) })
    let partition = Partition(container: "iCloud.net.zonechat", environment: .development)
    try cloud.ensureContainer(partition.container)
    let assets = try AssetService(
      store: store, blobs: BlobStore(dataDirectory: directory, key: store.atRestKey),
      surroundings: surroundings)
    let users = Mutex<[String: String]>([:])
    let signIn = { @Sendable (name: String, device: String) -> any CloudContainer in
      InProcessContainer(
        cloud: cloud, partition: partition, relay: courier, assets: assets,
        caller: Caller(
          userRecordName: users.withLock { $0[name] } ?? "_nobody", clientID: device))
    }
    try await body(
      CloudUnderTest(
        signUp: { name, device in
          let account = try accounts.createAccount(named: name)
          users.withLock { $0[name] = account.userRecordName }
          return signIn(name, device)
        }, signIn: signIn,
        signedOut: {
          InProcessContainer(
            cloud: cloud, partition: partition, relay: courier, assets: assets, caller: .anonymous)
        }))
    try store.close()
  }

  private static func cloud(at connection: CloudConnection) -> CloudUnderTest {
    let users = Mutex<[String: AccountCredentials]>([:])
    let signIn = { @Sendable (name: String, device: String) throws -> any CloudContainer in
      guard let credentials = users.withLock({ $0[name] }) else {
        throw CloudError(.unknownItem, "nobody signed up as \(name)")
      }
      return HTTPCloudContainer(
        connection: connection, credentials: credentials, clientID: device)
    }
    return CloudUnderTest(
      signUp: { name, device in
        let credentials = try await CloudAdministration(connection: connection)
          .createAccount(named: name, passphrase: testPassphrase)
        users.withLock { $0[name] = credentials }
        return try signIn(name, device)
      }, signIn: signIn,
      signedOut: {
        let known = try #require(users.withLock { $0.values.first })
        return HTTPCloudContainer(
          connection: connection, apiToken: known.apiToken,
          container: known.containerIdentifier, environment: .development, clientID: nil)
      })
  }
}

extension CloudKind {
  /// Runs `body` with alice's chat.
  func withChat(
    longPollHold: Duration = .seconds(20),
    _ body: @escaping @Sendable (SharedChat) async throws -> Void
  ) async throws {
    try await run(longPollHold: longPollHold) { try await body(SharedChat(in: $0)) }
  }

  /// Runs `body` with alice's lists, and bob, who has an account.
  func withList(
    _ body: @escaping @Sendable (SharedList, _ bob: any CloudContainer) async throws -> Void
  ) async throws {
    try await run { cloud in
      let lists = try await SharedList(in: cloud)
      try await body(lists, cloud.signUp("bob"))
    }
  }
}
