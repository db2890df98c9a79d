import CloudClient
import CloudDevices
import CloudKit
import CloudKitCore
import CloudKitTesting
import CloudModel
import CloudWire
import Foundation
import Synchronization

/// The table's fixture on a cloud in this process.
final class LocalFixture: CloudFixture {
  /// One cloud for the whole table, which ends with the process: each row has people of its own.
  static let shared = Shared()

  actor Shared {
    private var starting: Task<LocalFixture, any Error>?

    func fixture() async throws -> LocalFixture {
      if let starting { return try await starting.value }
      // Rows that come meanwhile wait for the same cloud.
      let task = Task { LocalFixture(cloud: try await LocalCloud()) }
      starting = task
      return try await task.value
    }
  }

  private static let name = "iCloud.com.example.Conformance"
  private let cloud: LocalCloud
  /// The names of faults, by the people whom they concern: a cloud has not more than 200 at a time.
  private let faults = Mutex<[String: [String]]>([:])
  /// The people who have an account.
  private let people = Mutex<Set<String>>([])
  /// Clouds whose files are damaged, by the people who use them.
  private let damaged = Mutex<[String: DamagedCloud]>([:])

  init(cloud: LocalCloud) { self.cloud = cloud }

  func container(of person: String?) async throws -> CKContainer {
    if let person { try await makeAccount(person) }
    let cloud = cloud
    let device = CloudDevice(account: person.map { .init(name: $0) }, defaultContainer: Self.name) {
      cloud.connection
    }
    let container = CKContainer(identifier: Self.name, device: device)
    // A person must have come once before others find them.
    if person != nil { _ = try await container.userRecordID() }
    return container
  }

  func containerWithoutNetwork(of person: String) async throws -> CKContainer {
    let device = CloudDevice(environment: [
      "CLOUDKIT_EMULATOR_HOST": "127.0.0.1:1", "CLOUDKIT_ACCOUNT": person + ":none",
    ])
    return CKContainer(identifier: Self.name, device: device)
  }

  func containerWithDamagedFiles(
    of person: String, after save: (CKContainer) async throws -> Void
  ) async throws -> CKContainer {
    let cloud = try await DamagedCloud()
    damaged.withLock { $0[person] = cloud }
    let device = CloudDevice(account: .init(name: person), defaultContainer: Self.name) {
      cloud.cloud.connection
    }
    let container = CKContainer(identifier: Self.name, device: device)
    try await save(container)
    try cloud.damage()
    return container
  }

  func container(named name: String, of person: String) async throws -> CKContainer {
    let cloud = cloud
    let device = CloudDevice(account: .init(name: person), defaultContainer: name) {
      cloud.connection
    }
    return CKContainer(identifier: name, device: device)
  }

  func address(of person: String) -> String { "\(person)@example.com" }

  private func makeAccount(_ person: String) async throws {
    guard !people.withLock({ $0.contains(person) }) else { return }
    do throws(CloudError) {
      _ = try await CloudAdministration(connection: cloud.connection).createAccount(
        named: person, emailAddress: address(of: person))
    } catch {
      // Another row has made it.
      guard error.code == .constraintViolation else { throw error }
    }
    people.withLock { _ = $0.insert(person) }
  }

  var linkToNothing: URL {
    URL(filePath: "/share/0123456789abcdef")
  }

  func purge(_ zoneName: String, of person: String) async throws {
    try await end("purge", zoneName, person)
  }

  func resetEncryptedData(in zoneName: String, of person: String) async throws {
    try await end("reset-encryption", zoneName, person)
  }

  private func end(_ ending: String, _ zoneName: String, _ person: String) async throws {
    try await CloudAdministration(connection: cloud.connection).end(
      ending,
      ZoneEndingRequest(
        account: person, zoneName: zoneName, container: Self.name, environment: "development"))
  }

  func add(_ trouble: Trouble, for person: String) async throws {
    let id = person + "." + UUID().uuidString.prefix(8)
    let fault = CloudFault(
      id: id, filter: .init(account: person),
      schedule: Self.schedule(trouble),
      effect: try Self.effect(trouble))
    _ = try await CloudAdministration(connection: cloud.connection).add([fault])
    faults.withLock { $0[person, default: []].append(id) }
  }

  func endTroubles(of person: String) async {
    let ids = faults.withLock { $0.removeValue(forKey: person) } ?? []
    for id in ids {
      // One that was for a single request has ended by itself.
      _ = try? await CloudAdministration(connection: cloud.connection).removeFault(id)
    }
    await damaged.withLock { $0.removeValue(forKey: person) }?.end()
  }

  private static func schedule(_ trouble: Trouble) -> CloudFault.Schedule {
    switch trouble {
    case .connectionLostOnce: .init(count: 1)
    case .afterOneRequest: .init(skip: 1, count: 1)
    default: .init()
    }
  }

  private static func effect(_ trouble: Trouble) throws -> CloudFault.Effect {
    switch trouble {
    case .connectionLost, .connectionLostOnce: .dropBefore
    case .slow(let milliseconds): .delay(milliseconds: milliseconds)
    case .afterOneRequest(let trouble): try effect(trouble)
    case .answerLost: .dropAfter
    case .rateLimited: .fail(.init(.throttled, retryAfterSeconds: 7))
    case .zoneBusy: .fail(.init(.zoneBusy, retryAfterSeconds: 3))
    case .serviceUnavailable: .fail(.init(.tryAgainLater, retryAfterSeconds: 30))
    case .quotaExceeded: .limitQuota(bytes: 0)
    case .tokensExpired: .expireTokens
    case .accountRestricted: .accountState(.restricted)
    case .accountTemporarilyUnavailable: .accountState(.temporarilyUnavailable)
    case .signedOutElsewhere: .accountState(.noAccount)
    case .refused(let code): .fail(try failure(code))
    case .recordsRefused(let code): .failRecords(try failure(code))
    }
  }

  private static func failure(_ code: CKError.Code) throws -> CloudFault.Failure {
    guard let native = CloudError.Code(rawValue: code.rawValue) else {
      throw CloudError(.invalidArguments, "The cloud has no code \(code.rawValue).")
    }
    return .init(ServerErrorCode(native), nativeCode: native)
  }
}

/// A cloud on disk, whose files can be damaged.
private struct DamagedCloud {
  let cloud: LocalCloud
  private let folder: URL

  init() async throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "zc-" + UUID().uuidString.prefix(13))
    cloud = try await LocalCloud(dataDirectory: folder.path)
  }

  /// Takes the end of each asset's file.
  func damage() throws {
    let assets = folder.appending(path: "assets/sealed")
    let files = try FileManager.default.subpathsOfDirectory(atPath: assets.path)
      .map { assets.appending(path: $0) }
      .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
    guard !files.isEmpty else { throw CloudError(.internalError, "The cloud has no file.") }
    for file in files { try Data(contentsOf: file).dropLast().write(to: file, options: .atomic) }
  }

  func end() async {
    // Nobody needs it any more, whatever its end says.
    try? await cloud.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}
