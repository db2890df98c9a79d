import CloudClient
import CloudKitSyncEngine
import CloudModel

/// Two people with two devices each, who share a zone, write at random and meet faults; a seed gives the same run.
///
/// 1. When the faults are over and everybody has sent and fetched, all devices have the same notes, and the cloud has them.
/// 2. Nothing is pending then, and no send fails.
struct RandomSync {
  /// Our choice: enough for several edits of each note between two syncs.
  private static let steps = 60

  private let world: SyncWorld
  private var random: SplitMix64
  private var phones: [Phone] = []
  private var notesSoFar = 0

  /// Runs a seed; returns what is wrong at its end.
  static func run(_ seed: UInt64, in world: SyncWorld) async throws -> [String] {
    var run = RandomSync(world: world, random: SplitMix64(seed: seed))
    try await run.meet()
    _ = try await world.administration.add(run.faults(seed))
    for step in 1...steps { try await run.step(step) }
    _ = try await world.administration.clearFaults()
    return try await run.end()
  }

  private init(world: SyncWorld, random: SplitMix64) {
    self.world = world
    self.random = random
  }

  /// Alice makes the zone and shares it; Bob joins.
  private mutating func meet() async throws {
    let owner = world.phone(world.device(of: "alice"))
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
      owner, world.phone(world.device(of: "alice")),
      world.phone(guest, scope: .shared, zoneID: zoneID),
      world.phone(world.device(of: "bob"), scope: .shared, zoneID: zoneID),
    ]
  }

  // MARK: - Faults

  private mutating func faults(_ seed: UInt64) -> [CloudFault] {
    let effects: [(operation: String, effect: CloudFault.Effect)] = [
      ("records/modify", .dropAfter), ("records/modify", .dropBefore),
      ("changes/*", .dropAfter), ("changes/*", .expireTokens),
      ("records/modify", .fail(.init(.zoneBusy))), ("changes/zone", .fail(.init(.zoneBusy))),
      ("*", .fail(.init(.throttled, retryAfterSeconds: 1))),
      ("records/modify", .failRecords(.init(.tryAgainLater))),
      ("zones/modify", .dropAfter),
    ]
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
    let phone = phones[index]
    switch Int.random(in: 0..<20, using: &random) {
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
    case 9..<14: try? await phone.engine.sendChanges()
    case 14..<19: try? await phone.engine.fetchChanges()
    default: try await phones[index].restart()
    }
  }

  private mutating func aNote(on phone: Phone) async -> String? {
    await phone.app.notes.keys.sorted().randomElement(using: &random)
  }

  // MARK: - The end

  private func end() async throws -> [String] {
    // Sends bring conflicts, which the next round sends again.
    for _ in 0..<3 {
      for phone in phones {
        try? await phone.engine.sendChanges()
        try await phone.engine.fetchChanges()
      }
    }
    var problems: [String] = []
    for phone in phones {
      try await phone.engine.sendChanges()
      try await phone.engine.fetchChanges()
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
