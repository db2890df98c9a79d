import ChatModel
import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import Foundation
import Synchronization

/// The product's cloud in process and in memory, on the world's time.
struct WorldCloud: Sendable {
  let courier: NotificationCourier
  let accounts: AccountService
  private let cloud: Cloud
  private let assets: AssetService
  private let announced: PendingAnnouncements

  static let partition = Partition(
    container: "iCloud.simulation", environment: .development)

  var administration: PartitionAdministration { cloud.administration(of: Self.partition) }

  /// The announcements of commits that the world has not delivered yet.
  private final class PendingAnnouncements: Sendable {
    let list = Mutex<[Announcement]>([])
  }

  /// A cloud whose assets are below `directory`.
  init(seed: UInt64, time: VirtualTime, directory: URL) throws {
    let source = SeededSource(seed: seed)
    let surroundings = Surroundings(
      now: { time.date() }, randomBytes: { source.bytes($0) })
    let store = try StoreLocation.inMemory.open()
    let announced = PendingAnnouncements()
    self.announced = announced
    // The world holds polls itself, so the courier answers at once with what it has.
    courier = NotificationCourier(
      hold: .zero, surroundings: surroundings, clock: ImmediateClock())
    let conditions = try CloudConditions(
      store: store, seed: seed, surroundings: surroundings, clock: ImmediateClock())
    cloud = Cloud(store: store, surroundings: surroundings, conditions: conditions) { new in
      announced.list.withLock { $0 += new }
    }
    try cloud.ensureContainer(Self.partition.container)
    try cloud.ensureSchema(ChatSchema.text, of: Self.partition.container)
    accounts = AccountService(store: store, surroundings: surroundings)
    assets = try AssetService(
      store: store,
      blobs: BlobStore(
        dataDirectory: directory.path(percentEncoded: false), key: store.atRestKey),
      surroundings: surroundings)
  }

  /// The cloud's faults, and an injector for those that the world carries out itself, on the way of a request.
  func makeFaults() -> SimulatedFaults {
    SimulatedFaults(
      road: FaultInjector(store: cloud.store, seed: 0, surroundings: cloud.surroundings),
      cloud: cloud.conditions.faults)
  }

  /// Takes what was announced since the last time.
  func takeAnnouncements() -> [Announcement] {
    announced.list.withLock { list in
      defer { list = [] }
      return list
    }
  }

  /// The cloud for `user` without any faults, from the device with this name, or from no device.
  func container(of user: String, device: String?) -> InProcessContainer {
    InProcessContainer(
      cloud: cloud, partition: Self.partition, relay: courier, assets: assets,
      caller: Caller(userRecordName: user, clientID: device))
  }
}
