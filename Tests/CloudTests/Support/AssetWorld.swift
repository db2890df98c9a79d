import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import NIOCore
import Testing

/// The rules and the files of assets without a wire: a store, a directory, two users, alice's zone.
final class AssetWorld {
  static let place = AssetPlace(recordType: "Photo", fieldName: "image")

  let directory: String
  let store: SQLiteStore
  let time = ManualTime()
  let conditions: CloudConditions
  let service: CloudService
  let alice: Caller
  let bob: Caller
  let zoneID: RecordZoneID
  private(set) var assets: AssetService

  /// `body` gets a world in a directory of its own, which goes away with it.
  static func run(_ body: (AssetWorld) async throws -> Void) async throws {
    try await withTemporaryDirectory { directory in
      let world = try AssetWorld(in: directory)
      // A thread of the pool may hold the last reference, and would remove files beside the directory's removal.
      defer { world.assets.close() }
      try await body(world)
    }
  }

  private init(in directory: String) throws {
    self.directory = directory
    let surroundings = time.surroundings()
    store = try SQLiteStore(.inMemory)
    conditions = try CloudConditions(store: store, seed: 1, surroundings: surroundings)
    let cloud = Cloud(
      store: store, surroundings: surroundings, conditions: conditions, announce: { _ in })
    try cloud.ensureContainer("iCloud.test")
    service = cloud.service(for: Partition(container: "iCloud.test", environment: .development))
    try store.learn(in: service.partition)
    let accounts = AccountService(store: store, surroundings: surroundings)
    alice = Caller(userRecordName: try accounts.createAccount(named: "alice").userRecordName)
    bob = Caller(userRecordName: try accounts.createAccount(named: "bob").userRecordName)
    zoneID = RecordZoneID(zoneName: "Z", ownerName: alice.userRecordName)
    assets = try AssetService(
      store: store, blobs: BlobStore(dataDirectory: directory, key: store.atRestKey),
      surroundings: surroundings, conditions: conditions.outsideRequests)
    _ = try service.modifyZones([.create(zoneID)], by: alice, in: .private)
  }

  /// Goes on as after a crash: the files and the store are what they are.
  func reopen() throws {
    assets = try AssetService(
      store: store, blobs: BlobStore(dataDirectory: directory, key: store.atRestKey),
      surroundings: time.surroundings(seed: 2), conditions: conditions.outsideRequests)
  }

  /// Somebody more.
  func guest(_ number: Int) -> Caller { Caller(userRecordName: "_guest\(number)") }

  func link(
    for place: AssetPlace = place, by caller: Caller? = nil, in scope: DatabaseScope = .private
  ) throws -> String {
    let links = try service.prepareUploads(
      for: [place], zoneID: nil, by: caller ?? alice, in: scope)
    return try #require(links.first).token
  }

  func upload(
    _ text: String, for place: AssetPlace = place, by caller: Caller? = nil,
    in scope: DatabaseScope = .private
  ) async throws -> Asset {
    try await assets.receive(
      chunks([text]), contentType: nil, contentLength: Int64(text.utf8.count),
      token: try link(for: place, by: caller, in: scope))
  }

  func chunks(_ texts: [String]) -> AsyncStream<ByteBuffer> {
    AsyncStream { continuation in
      for text in texts { continuation.yield(ByteBuffer(string: text)) }
      continuation.finish()
    }
  }

  @discardableResult
  func save(
    _ name: String, _ fields: [String: FieldValue], _ type: RecordOperationType = .forceUpdate,
    by caller: Caller? = nil, recordType: String = "Photo"
  ) throws -> Record {
    let record = Record(
      recordType: recordType, recordID: RecordID(recordName: name, zoneID: zoneID),
      fields: fields)
    let outcomes = try service.modifyRecords(
      [RecordModification(.save(record, type))], atomically: nil, by: caller ?? alice,
      in: .private)
    return try #require(try outcomes.first?.result.get())
  }

  func delete(_ name: String) throws {
    let recordID = RecordID(recordName: name, zoneID: zoneID)
    for outcome in try service.modifyRecords(
      [RecordModification(.delete(recordID, recordChangeTag: nil))], atomically: nil, by: alice,
      in: .private)
    {
      _ = try outcome.result.get()
    }
  }

  /// The error with which a save with `asset` is refused; nil where it is not.
  func refusal(
    of asset: Asset, as name: String, field: String = "image", by caller: Caller? = nil,
    recordType: String = "Photo"
  ) throws -> CloudError.Code? {
    do {
      try save(name, [field: .asset(asset)], by: caller, recordType: recordType)
      return nil
    } catch let error as CloudError {
      return error.code
    }
  }

  /// The numbers of files in their places, and of files that are being received.
  func files() throws -> (kept: Int, incoming: Int) {
    let count = { (folder: String) in
      try FileManager.default.subpathsOfDirectory(atPath: "\(self.directory)/assets/\(folder)")
        .filter { ($0 as NSString).lastPathComponent.count > 2 }.count
    }
    return (try count("sealed"), try count("incoming"))
  }
}
