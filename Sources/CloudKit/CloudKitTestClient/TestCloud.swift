@_exported public import CloudDevices
import CloudClient
import CloudModel
import CloudWire
public import Foundation
import Synchronization

/// A cloud for the tests of a program that speaks CloudKit's web protocol.
///
/// It runs in the process of the tests, or in one of its own (`Place`), listens on a free port of 127.0.0.1, and keeps
/// everything in memory. Several run side by side. It can also be one that was there before.
///
/// ```swift
/// try await TestCloud.with(containers: toml) { cloud in
///   let alice = try await cloud.makeAccount("alice", in: "iCloud.com.example.Lists")
///   // … let your client talk to cloud.url with alice.apiToken and alice.webAuthToken
///   try await cloud.reset()
/// }
/// ```
public final class TestCloud: Sendable {
  /// Where a test's cloud runs.
  public enum Place: Sendable, Equatable {
    /// In the process of the tests, which have to link `CloudKitTesting`.
    case here
    /// In a process of its own, which ends with that of the tests, whatever ends that.
    ///
    /// `program` is the path of `zonechat`. Without it the program is the one that the environment variable
    /// ZONECHAT_PROGRAM names, or else the first beside the program of the tests and in PATH.
    case process(program: String? = nil)
    /// A cloud that runs already, for example as a service of a CI system; `stop()` leaves it running.
    ///
    /// It has its own containers and seed. `reset()` before each test puts it back to what it was.
    case running(at: URL, administratorToken: String)
  }

  /// Where the cloud listens, for example `http://127.0.0.1:49152`.
  public var url: URL { cloud.url }

  /// The administrator token, for routes under `/extension/1/` that have no method here.
  ///
  /// Sent as `Authorization: Bearer TOKEN`.
  public var administratorToken: String { cloud.administratorToken }

  /// The id of the cloud's own process; nil where it runs in that of the tests, or was there before.
  public var processID: Int32? { cloud.processID }

  let cloud: LocalCloud
  let devices = Mutex(KnownDevices())
  /// Those of the devices that are made without choices of their own.
  let choices: CloudKitChoices

  private var administration: CloudAdministration {
    CloudAdministration(connection: cloud.connection)
  }

  /// Runs `body` with a cloud, and ends the cloud afterwards, also after an error.
  ///
  /// - Parameters:
  ///   - containers: containers with their schemas, tokens and accounts, in TOML; the format is in `docs/cloud.md`.
  ///   - seed: makes the names of users and tokens the same each time; nil makes them random.
  ///   - choices: what CloudKit's classes do on its devices where Apple's behaviour is not known.
  ///   - journal: what it remembers of requests from the start, and after each `reset()`.
  ///   - place: where it runs; nil is the process of the tests where they link `CloudKitTesting`, and otherwise one of
  ///     its own.
  ///   - isolation: where `body` runs; the caller's.
  ///   - body: the test.
  /// - Returns: what `body` returns.
  /// - Throws: `TestCloudError` for a mistake in the TOML, and what `body` throws.
  public static func with<Result: Sendable>(
    containers: String = "", seed: UInt64? = nil, choices: CloudKitChoices = CloudKitChoices(),
    journal: Journal = .requests, in place: Place? = nil,
    isolation: isolated (any Actor)? = #isolation, _ body: (TestCloud) async throws -> Result
  ) async throws -> Result {
    let cloud = try await TestCloud(
      containers: containers, seed: seed, choices: choices, journal: journal, in: place)
    do {
      let result = try await body(cloud)
      try await cloud.stop()
      return result
    } catch {
      // The error of the test says more than one of the end.
      try? await cloud.stop()
      throw error
    }
  }

  /// Starts a cloud, which runs until `stop()`; it returns when the cloud listens.
  ///
  /// - Parameters:
  ///   - containers: as in `with`.
  ///   - seed: as in `with`.
  ///   - choices: as in `with`.
  ///   - journal: as in `with`.
  ///   - place: as in `with`.
  /// - Throws: `TestCloudError`.
  public init(
    containers: String = "", seed: UInt64? = nil, choices: CloudKitChoices = CloudKitChoices(),
    journal: Journal = .requests, in place: Place? = nil
  ) async throws {
    self.choices = choices
    let start = CloudStart(
      containers: containers, seed: seed, keepsBodies: journal == .bodies)
    do {
      cloud = LocalCloud(
        try await Self.start(start, in: place ?? (OwnCloud.inProcess == nil ? .process() : .here)))
    } catch {
      throw TestCloudError(error)
    }
  }

  private static func start(_ start: CloudStart, in place: Place) async throws -> StartedCloud {
    switch place {
    case .here:
      guard let cloud = OwnCloud.inProcess else {
        throw TestCloudError(
          reason:
            "These tests do not link CloudKitTesting, so no cloud can run in their process. Add the product to "
            + "the test target, or leave ‘in: .here’ out.")
      }
      return try await cloud.start(start)
    case .process(let path): return try await CloudProgram(path).start(start)
    case .running(let url, let token):
      guard start.containers.isEmpty, start.seed == nil else {
        throw TestCloudError(
          reason:
            "The cloud at \(url) runs already: it takes no containers and no seed. Start it with them."
        )
      }
      let connection = CloudConnection(
        to: try CloudAddress(url.absoluteString), administratorToken: token)
      let cloud = StartedCloud(url: url, administratorToken: token, connection: connection)
      do {
        _ = try await CloudAdministration(connection: connection)
          .change(JournalSettings(bodies: start.keepsBodies))
      } catch {
        try await cloud.end()
        throw error
      }
      return cloud
    }
  }

  /// Ends the cloud: requests that it has accepted are answered first.
  public func stop() async throws {
    try await cloud.stop()
  }

  /// Puts everything back to what it was when the cloud was ready; with a container, only that one.
  ///
  /// Accounts that were made since are gone, and so are faults; web auth tokens and change tokens from before are not
  /// valid any more. With a container, accounts and faults stay. A `TestDevice` signs in again by itself.
  public func reset(container: String? = nil) async throws {
    try await asking { try await $0.reset(container: container) }
    if container == nil { cloud.noteReset() }
  }

  /// Makes an account and signs it in to a container, in about a millisecond.
  public func makeAccount(_ name: String, in container: String) async throws -> TestAccount {
    try await asking {
      TestAccount(try await $0.createAccount(named: name, container: container), container)
    }
  }

  /// Gives a person an e-mail address, by which others find and invite them; the account is made if it is missing.
  ///
  /// Who had no address yet finds the invitations that wait for this one.
  ///
  /// Throws `TestCloudError` for an address that cannot be one, or is somebody else's.
  public func setEmailAddress(_ address: String, of person: String) async throws {
    let account = CloudPlan.Account(name: person, emailAddress: address)
    _ = try await asking { try await $0.apply(CloudPlan(accounts: [account])) }
  }

  /// Moves the cloud's time on: links, tokens, channels and faults grow older.
  public func advance(by seconds: TimeInterval) async throws {
    _ = try await asking { try await $0.change(ClockRequest(advance: seconds)) }
  }

  /// Lets indexes lag, queries wait and requests be throttled, from now on, until it is changed or `reset()`.
  ///
  /// Throws `TestCloudError` for a negative value, for a lag of more than a day and for a delay of more than a minute.
  public func set(_ conditions: TestConditions) async throws {
    _ = try await asking { try await $0.changeLimits(conditions.change) }
  }

  /// Makes requests that match fail in some way, until it ends by itself or `reset()` ends it.
  public func add(_ fault: TestFault) async throws {
    _ = try await asking { try await $0.add([fault.fault]) }
  }

  func asking<Answer: Sendable>(
    _ body: (CloudAdministration) async throws -> Answer
  ) async throws -> Answer {
    do {
      return try await body(administration)
    } catch {
      throw TestCloudError(error)
    }
  }
}
