import ChatCore
package import ChatModel
package import CloudCore
package import CloudModel
package import CloudRules
import CloudStorage
import CloudSync
package import Foundation
import SyncRules
import Synchronization

/// One cloud in process, and the devices of the people who use it.
package final class World: Sendable {
  package let time = TestTime()
  private let cloud: Cloud
  package let courier: NotificationCourier
  package let random: SharedRandom
  private let accounts: AccountService
  private let assets: AssetService
  private let directory: URL
  private let people = Mutex<[String: Account]>([:])
  private let devices = Mutex<[Device]>([])

  private static let partition = Partition(container: "iCloud.test", environment: .development)

  package var service: CloudService { cloud.service(for: Self.partition) }
  package var administration: PartitionAdministration { cloud.administration(of: Self.partition) }

  /// The file in which the cloud keeps its rows; nil where it keeps them in memory.
  package let storeFile: URL?

  package init(
    directory: URL, seed: UInt64, courierClock: any Clock<Duration>, keepsFile: Bool = false
  ) throws {
    storeFile = keepsFile ? directory.appending(path: "cloud.sqlite") : nil
    self.directory = directory
    random = SharedRandom(seed: seed)
    let surroundings = Surroundings(
      now: { [time] in time.now() }, randomBytes: { [random] in random.bytes($0) })
    let store = try SQLiteStore(
      keepsFile ? .directory(directory.path(percentEncoded: false)) : .inMemory)
    let courier = NotificationCourier(
      hold: .seconds(30), surroundings: surroundings, clock: courierClock)
    self.courier = courier
    cloud = Cloud(
      store: store, surroundings: surroundings, announce: { courier.deliver($0) })
    try cloud.ensureContainer(Self.partition.container)
    accounts = AccountService(store: store, surroundings: surroundings)
    assets = try AssetService(
      store: store,
      blobs: BlobStore(
        dataDirectory: directory.path(percentEncoded: false), key: store.atRestKey),
      surroundings: surroundings)
  }

  /// A device of the person with this name; the person gets an account with the first one.
  ///
  /// The device's clock is `clockSkew` seconds ahead; `faults` go wrong between it and the cloud.
  package func device(
    of name: String, named deviceName: String? = nil, clockSkew: Double = 0,
    faults: FaultInjector = FaultInjector(seed: 0)
  ) throws -> Device {
    let account = try account(of: name)
    let clientID = deviceName ?? name
    let inner = InProcessContainer(
      cloud: cloud, partition: Self.partition, relay: courier, assets: assets,
      caller: Caller(userRecordName: account.userRecordName, clientID: clientID))
    let home = directory.appending(path: clientID)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let device = try Device(
      account: account, directory: home, container: FaultyContainer(inner, faults: faults),
      faults: faults, now: { [time] in time.now().addingTimeInterval(clockSkew) },
      makeUnique: { [random] in random.name() })
    devices.withLock { $0.append(device) }
    return device
  }

  /// The names of the person's chats in the cloud.
  package func zones(of device: Device) throws(CloudError) -> [String] {
    try service.zones(of: Caller(userRecordName: device.account.userRecordName), in: .private)
      .map(\.zoneID.zoneName).filter { $0 != RecordZoneID.defaultZoneName }
  }

  /// Ends a zone as the system does.
  package func end(
    _ zoneID: RecordZoneID, _ reason: DatabaseChanges.Deletion.Reason
  ) throws {
    switch reason {
    case .deleted: preconditionFailure("a zone is deleted by its owner")
    case .purged: try administration.purge(zoneID)
    case .encryptedDataReset: try administration.resetEncryptedData(of: zoneID)
    }
  }

  /// Lets a person store only so much.
  package func setQuota(_ bytes: Int64, of device: Device) {
    var limits = cloud.conditions.limits
    limits.accountQuotaBytes[device.account.userRecordName] = bytes
    cloud.conditions.setLimits(limits)
  }

  /// Lets a person call themselves something.
  package func call(_ device: Device, _ firstName: String) throws {
    _ = try accounts.change(
      AccountSettings(firstName: firstName), of: device.account.userRecordName)
  }

  package func account(of name: String) throws -> Account {
    try people.withLock { people in
      if let known = people[name] { return known }
      let new = try accounts.createAccount(named: name)
      let account = Account(userRecordName: new.userRecordName, name: name)
      people[name] = account
      return account
    }
  }

  /// Syncs `devices` in turn until a whole round changed nothing that anyone sees.
  package func syncUntilQuiet(_ devices: [Device], rounds: Int = 20) async throws {
    var last: [[String]] = []
    for _ in 0..<rounds {
      var picture: [[String]] = []
      for device in devices {
        _ = await device.sync()
        picture.append(try await device.picture())
      }
      let pending = try await Self.pending(in: devices)
      if picture == last, pending.isEmpty { return }
      last = picture
    }
    throw NeverQuiet(pictures: last, pending: try await Self.pending(in: devices))
  }

  /// The pending work on the devices, in words.
  static func pending(in devices: [Device]) async throws -> [String] {
    var found: [String] = []
    for device in devices {
      let pendingWork = try await device.replica.pendingWork()
      if !pendingWork.zonesToSend.isEmpty || !pendingWork.zonesToFetch.isEmpty
        || !pendingWork.transfers.isEmpty
      {
        found.append("\(device.account.name): \(pendingWork)")
      }
    }
    return found
  }

  fileprivate func expectNothingPending() async throws {
    let pending = try await Self.pending(in: devices.withLock { $0 }.filter { !$0.isDiscarded })
    guard pending.isEmpty, courier.waitingCount == 0 else {
      throw LeftBehind(pending: pending, polls: courier.waitingCount)
    }
  }
}

/// Devices that go on changing although nobody does anything.
package struct NeverQuiet: Error { package var pictures: [[String]], pending: [String] }

/// Work or polls that a test has not finished.
package struct LeftBehind: Error { package var pending: [String], polls: Int }

/// Runs `body` in a world of its own; at the end nothing may be queued, marked or polling.
///
/// The cloud keeps its rows in memory, or in a file for who wants to look into it.
package func withWorld(
  seed: UInt64 = 1, courierClock: any Clock<Duration> = ManualClock(), keepsFile: Bool = false,
  _ body: (World) async throws -> Void
) async throws {
  try await withTemporaryDirectory { directory in
    let world = try World(
      directory: directory, seed: seed, courierClock: courierClock, keepsFile: keepsFile)
    try await body(world)
    try await world.expectNothingPending()
  }
}
