import CloudClient
import CloudDevices
import CloudKitSyncEngine
import CloudKitTesting
import CloudModel
import Foundation

/// A cloud of a test's own, and people with devices on which the app of notes runs.
struct SyncWorld {
  static let container = "iCloud.com.example.Notes"

  let cloud: LocalCloud

  var administration: CloudAdministration { CloudAdministration(connection: cloud.connection) }

  /// Runs a test with a cloud, and ends the cloud afterwards.
  static func with(_ body: (SyncWorld) async throws -> Void) async throws {
    try await LocalCloud.with { try await body(SyncWorld(cloud: $0)) }
  }

  /// A new device of a person; nil for nobody.
  func device(of person: String?) -> CloudDevice {
    CloudDevice(
      account: person.map { CloudDevice.Account(name: $0) }, defaultContainer: Self.container
    ) { [cloud] in cloud.connection }
  }

  /// The app on a new device of a person.
  func phone(of person: String? = "alice", automatically: Bool = false) -> Phone {
    phone(device(of: person), automatically: automatically)
  }

  func phone(
    _ device: CloudDevice, scope: CKDatabase.Scope = .private, zoneID: CKRecordZone.ID? = nil,
    automatically: Bool = false
  ) -> Phone {
    let container = CKContainer(identifier: Self.container, device: device)
    return Phone(
      device: device, database: container.database(with: scope), zoneID: zoneID ?? NotesApp.zoneID,
      automatically: automatically)
  }

  func add(_ faults: CloudFault...) async throws { _ = try await administration.add(faults) }

  /// Returns when the engines have sent and fetched everything by themselves: nil, or what is left after ten seconds.
  func quiesce(_ phones: [Phone]) async -> String? {
    let (events, event) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    for phone in phones { phone.device.activity.tell(event) }
    let end = ContinuousClock.now + .seconds(10)
    // Ends the waiting, and is ended by it.
    let limit = Task {
      try? await Task.sleep(until: end)
      event.finish()
    }
    defer { limit.cancel() }
    var next = events.makeAsyncIterator()
    while true {
      let before = phones.map(\.device.activity.count)
      var words: [String] = []
      for (number, phone) in phones.enumerated() {
        if let left = await phone.engine.unfinishedWork(at: cloud) {
          words.append("phone \(number): \(left)")
        }
      }
      if words.isEmpty, before == phones.map(\.device.activity.count) { return nil }
      if await next.next() == nil { return words.joined(separator: ", ") }
    }
  }
}

/// The app on one device.
struct Phone {
  let device: CloudDevice
  let app: NotesApp
  let isAutomatic: Bool
  private(set) var engine: CKSyncEngine

  init(
    device: CloudDevice, database: CKDatabase, zoneID: CKRecordZone.ID, automatically: Bool
  ) {
    self.device = device
    app = NotesApp(zoneID: zoneID)
    isAutomatic = automatically
    engine = Self.engine(of: app, database, nil, automatically: automatically)
  }

  private static func engine(
    of app: NotesApp, _ database: CKDatabase, _ state: CKSyncEngine.State.Serialization?,
    automatically: Bool
  ) -> CKSyncEngine {
    var configuration = CKSyncEngine.Configuration(
      database: database, stateSerialization: state, delegate: app)
    configuration.automaticallySync = automatically
    return CKSyncEngine(configuration)
  }

  /// Ends the engine, and starts another with the state that the app has kept.
  mutating func restart() async throws {
    let database = engine.database
    await engine.cancelOperations()
    if isAutomatic { await end() }
    // As an app's file has it: not all that a state knows is written.
    let file = try await app.serialization.map { try JSONEncoder().encode($0) }
    let state = try file.map {
      try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: $0)
    }
    engine = Self.engine(of: app, database, state, automatically: isAutomatic)
    await app.addUnsent(to: engine)
  }

  /// Returns when an engine that works by itself is gone: it tells the app nothing any more.
  private mutating func end() async {
    weak let old = engine
    // In its place until there is the next one: it has no app, and does nothing.
    engine = Self.engine(
      of: NotesApp(zoneID: app.zoneID), engine.database, nil, automatically: false)
    while old != nil { await Task.yield() }
  }

  func write(_ text: String, as name: String, edited: Int = 1) async {
    await app.write(text, as: name, edited: edited, engine)
  }

  func delete(_ name: String) async { await app.delete(name, engine) }

  var texts: [String: String] {
    get async { await app.notes.mapValues(\.text) }
  }

  /// The events that the app was told of since the last call, without the updates of the state.
  func events() async -> [String] { await app.takeEvents() }
}
