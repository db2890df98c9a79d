import ChatModel
import CloudClient
import CloudCore
import CloudModel
import CloudRules
import CloudServer
import Foundation
import Logging
import TestSupport

/// A cloud as a server on a Unix socket, with faults of its own, and devices that reach it by HTTP.
struct ServedCloud: Sendable {
  /// The one that all tests of a suite share.
  @TaskLocal static var current: ServedCloud?

  let pairs = PairPool()
  /// Where the server listens.
  let socketPath: String
  private let administration: CloudAdministration
  private let directory: URL
  private let random: SharedRandom

  private init(
    administration: CloudAdministration, socketPath: String, directory: URL, random: SharedRandom
  ) {
    self.administration = administration
    self.socketPath = socketPath
    self.directory = directory
    self.random = random
  }

  /// Serves a cloud while `body` runs.
  static func with(_ body: @Sendable (ServedCloud) async throws -> Void) async throws {
    try await withTemporaryDirectory { directory in
      let random = SharedRandom(seed: 1)
      let time = TestTime()
      let (ready, isReady) = AsyncStream<CloudHost.Addresses>.makeStream()
      let host = try CloudHost(
        configuration: CloudHost.Configuration(
          unixSocketPath: directory.appending(path: "cloud.sock").path(percentEncoded: false),
          passphraseCost: PassphraseHash.Parameters(rounds: 16)),
        surroundings: Surroundings(
          now: { time.now() }, randomBytes: { random.bytes($0) }),
        logger: Logger(label: "cloud", factory: { _ in SwiftLogNoOpLogHandler() }),
        onReady: { isReady.yield($0) })
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          defer { isReady.finish() }
          try await host.run()
        }
        for await addresses in ready {
          defer { host.stop() }
          let address = try CloudAddress(addresses.urls.first ?? "")
          try await CloudConnection.with(
            address, administratorToken: addresses.administratorToken
          ) { connection in
            let cloud = ServedCloud(
              administration: CloudAdministration(connection: connection),
              socketPath: addresses.unixSocketPath ?? "", directory: directory, random: random)
            defer { cloud.pairs.empty() }
            try await body(cloud)
          }
          break
        }
        try await group.waitForAll()
      }
    }
  }

  /// A device of a new account, on a clock that it shares with whom it talks to.
  func device(of name: String, time: TestTime) async throws -> Device {
    let credentials = try await administration.createAccount(
      named: name, passphrase: "correct horse")
    return try device(named: name, of: credentials, time: time)
  }

  /// Runs `body` with a device of a new account that reaches the cloud at another address.
  func withDevice(
    of name: String, at url: String, time: TestTime, _ body: (Device) async throws -> Void
  ) async throws {
    let credentials = try await administration.createAccount(
      named: name, passphrase: "correct horse")
    try await CloudConnection.with(try CloudAddress(url)) { connection in
      try await body(try device(named: name, of: credentials, time: time, over: connection))
    }
  }

  /// Another device of an account that has one.
  func secondDevice(of name: String, time: TestTime) async throws -> Device {
    let credentials = try await administration.signIn(name: name, passphrase: "correct horse")
    return try device(named: "\(name)-second", of: credentials, time: time)
  }

  private func device(
    named deviceName: String, of credentials: AccountCredentials, time: TestTime,
    over connection: CloudConnection? = nil
  ) throws -> Device {
    let home = directory.appending(path: deviceName)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let faults = TestSupport.FaultInjector(seed: 0)
    return try Device(
      account: Account(userRecordName: credentials.userRecordName, name: credentials.name),
      directory: home,
      container: FaultyContainer(
        HTTPCloudContainer(
          connection: connection ?? administration.connection, credentials: credentials,
          clientID: deviceName),
        faults: faults),
      faults: faults, now: { time.now() }, makeUnique: { random.name() })
  }

  /// Lets the server do `effect` to so many requests of an account that fit `filter`; nil is all.
  @discardableResult
  func order(
    _ effect: CloudFault.Effect, of device: Device, _ filter: CloudFault.Filter, times: Int? = 1
  ) async throws -> String {
    var filter = filter
    filter.account = device.account.userRecordName
    let added = try await administration.add([
      CloudFault(filter: filter, schedule: .init(count: times), effect: effect)
    ])
    return added.first?.fault.id ?? ""
  }

  func endFault(_ id: String) async throws { _ = try await administration.removeFault(id) }
}
