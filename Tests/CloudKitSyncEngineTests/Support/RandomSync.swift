import CloudClient
import CloudDevices
import CloudKitSyncEngine
import CloudModel

/// Two people with two devices each, who share a zone, write at random and meet faults.
///
/// A seed gives the same run, but for what engines that work by themselves do at the same time.
///
/// 1. When the faults are over and everybody has sent and fetched, all devices have the same notes, and the cloud has
///    them.
/// 2. Nothing is pending then, and no send fails.
/// 3. In every fourth run engines work by themselves, all or some, and notices get lost or come late and twice. Once
///    the zone is shared, such an engine is never called: with the faults over it goes on when the account is
///    announced, and what is written last reaches it by pushes alone.
struct RandomSync {
  /// Our choice: enough for several edits of each note between two syncs.
  private static let steps = 60

  private let world: SyncWorld
  private let isAutomatic: Bool
  private var random: SplitMix64
  private var phones: [Phone] = []
  private var notesSoFar = 0

  /// Runs a seed; returns what is wrong at its end.
  static func run(_ seed: UInt64, in world: SyncWorld) async throws -> [String] {
    var run = RandomSync(world: world, seed)
    try await run.meet()
    _ = try await world.administration.add(run.faults(seed))
    for step in 1...steps { try await run.step(step) }
    _ = try await world.administration.clearFaults()
    if run.isAutomatic, let problem = try await run.goOn() { return [problem] }
    return try await run.end()
  }

  private init(world: SyncWorld, _ seed: UInt64) {
    self.world = world
    isAutomatic = seed.isMultiple(of: 4)
    random = SplitMix64(seed: seed)
  }

  /// Alice makes the zone and shares it; Bob joins.
  private mutating func meet() async throws {
    // The first one is always automatic, the others as it comes.
    let areAutomatic = (0..<4).map { index in
      isAutomatic && (index == 0 || Bool.random(using: &random))
    }
    let owner = world.phone(world.device(of: "alice"), automatically: areAutomatic[0])
    try await owner.engine.sendChanges()
    let share = CKShare(recordZoneID: NotesApp.zoneID)
    share.publicPermission = .readWrite
    try await owner.engine.database.save(share)
    let guest = world.device(of: "bob")
    let container = CKContainer(identifier: SyncWorld.container, device: guest)
    guard let url = share.url else { throw CKError(.internalError, "The share has no link.") }
    try await container.accept(try await container.shareMetadata(for: url))
    let name = try await CKContainer(identifier: SyncWorld.container, device: owner.device)
      .userRecordID().recordName
    let zoneID = CKRecordZone.ID(zoneName: "Notes", ownerName: name)
    phones = [
      owner, world.phone(world.device(of: "alice"), automatically: areAutomatic[1]),
      world.phone(guest, scope: .shared, zoneID: zoneID, automatically: areAutomatic[2]),
      world.phone(
        world.device(of: "bob"), scope: .shared, zoneID: zoneID, automatically: areAutomatic[3]),
    ]
  }

  // MARK: - Faults

  private mutating func faults(_ seed: UInt64) -> [CloudFault] {
    // An engine that works by itself really waits this long.
    let retryAfter = isAutomatic ? 0.01 : 1
    var effects: [(operation: String?, effect: CloudFault.Effect)] = [
      ("records/modify", .dropAfter), ("records/modify", .dropBefore),
      ("changes/*", .dropAfter), ("changes/*", .expireTokens),
      ("records/modify", .fail(.init(.zoneBusy))), ("changes/zone", .fail(.init(.zoneBusy))),
      ("*", .fail(.init(.throttled, retryAfterSeconds: retryAfter))),
      ("records/modify", .failRecords(.init(.tryAgainLater))),
      ("zones/modify", .dropAfter),
    ]
    if isAutomatic {
      effects += [
        (nil, .loseNotifications), (nil, .duplicateNotifications),
        (nil, .delayNotifications(milliseconds: 5)),
      ]
    }
    return effects.enumerated().filter { _ in Bool.random(using: &random) }.map { index, entry in
      CloudFault(
        filter: .init(operation: entry.operation),
        schedule: .init(
          probability: .random(in: 0.05...0.3, using: &random), seed: seed &+ UInt64(index)),
        effect: entry.effect)
    }
  }

  // MARK: - Steps

  private mutating func step(_ step: Int) async throws {
    let index = Int.random(in: phones.indices, using: &random)
    let kind = Int.random(in: 0..<20, using: &random)
    // An engine that works by itself ends when nobody has it any more.
    if kind == 19 { return try await phones[index].restart() }
    let phone = phones[index]
    switch kind {
    case 0..<4:
      notesSoFar += 1
      await phone.write("new \(step)", as: "note-\(notesSoFar)", edited: step)
    case 4..<8:
      guard let name = await aNote(on: phone) else { return }
      await phone.write("edit \(step)", as: name, edited: step)
    case 8:
      guard let name = await aNote(on: phone) else { return }
      await phone.delete(name)
    // The run goes on after an error, as an app does: the end says whether it has harmed.
    case _ where phone.isAutomatic:
      // Some time passes: the length of a request.
      _ = try? await phone.engine.database.allRecordZones()
    case 9..<14: try? await phone.engine.sendChanges()
    default: try? await phone.engine.fetchChanges()
    }
  }

  private mutating func aNote(on phone: Phone) async -> String? {
    await phone.app.notes.keys.sorted().randomElement(using: &random)
  }

  // MARK: - The end

  /// Lets the engines that work by themselves come to rest, and writes more, of which only pushes tell them; returns
  /// what is wrong.
  private func goOn() async throws -> String? {
    let automatic = phones.filter(\.isAutomatic)
    // They may wait for seconds after the errors, and may have missed pushes; this ends both, as a device does that has
    // been without its account.
    for phone in automatic {
      phone.device.setAccountState(.temporarilyUnavailable)
      phone.device.setAccountState(.available)
    }
    if let problem = await world.quiesce(automatic) { return "after the faults: \(problem)" }
    for (number, phone) in phones.enumerated() {
      await phone.write("last", as: "last-\(number)", edited: Self.steps + 1)
      if !phone.isAutomatic { try? await phone.engine.sendChanges() }
    }
    return await world.quiesce(automatic).map { "at the end: \($0)" }
  }

  private func end() async throws -> [String] {
    // Sends bring conflicts, which the next round sends again.
    for _ in 0..<3 {
      for phone in phones where !phone.isAutomatic {
        try? await phone.engine.sendChanges()
        try await phone.engine.fetchChanges()
      }
      if let problem = await world.quiesce(phones.filter(\.isAutomatic)) { return [problem] }
    }
    var problems: [String] = []
    for phone in phones {
      if !phone.isAutomatic {
        try await phone.engine.sendChanges()
        try await phone.engine.fetchChanges()
      }
      let pending = phone.engine.state.pendingRecordZoneChanges
      if !pending.isEmpty { problems.append("pending: \(pending)") }
    }
    var all: [[String: NotesApp.Note]] = []
    for phone in phones { all.append(await phone.app.notes) }
    all.append(try await cloudNotes())
    for (number, notes) in all.enumerated() where notes != all[0] {
      problems.append("\(number) has \(Self.words(notes)), 0 has \(Self.words(all[0]))")
    }
    return problems
  }

  private func cloudNotes() async throws -> [String: NotesApp.Note] {
    let app = world.phone(world.device(of: "alice"))
    try await app.engine.fetchChanges()
    return await app.app.notes
  }

  private static func words(_ notes: [String: NotesApp.Note]) -> String {
    notes.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ")
  }
}
