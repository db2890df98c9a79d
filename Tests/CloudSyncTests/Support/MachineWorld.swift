import CloudModel
import SyncRules
import Testing

/// A machine, a replica that is only lists of wants, and a cloud that is only answers.
struct MachineWorld {
  var driver = MachineDriver(mode: .continuous)
  var isFaulty = true
  private(set) var violations: [String] = []
  private(set) var journal: [String] = []
  private var random: SplitMix64
  private let zones: [RecordZoneID]
  private var running: [SyncMachine.Effect] = []
  private var isOpen = false
  private var hasStarted = false
  private var channelCount = 0
  /// The number of entries that the replica wants to send, and of pages that the cloud still has.
  private var toSend: [RecordZoneID: Int] = [:]
  private var toFetch: [RecordZoneID: Int] = [:]
  private var toCarry: Set<AssetTransfer.ID> = []
  private var feedPages: [DatabaseScope: Int] = [:]
  private var held: [DatabaseScope: Duration] = [:]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    driver = MachineDriver(mode: .continuous, seed: seed)
    zones =
      (0..<5).map { MachineDriver.ownZone("chat-\($0)") }
      + (0..<4).map { MachineDriver.foreignZone("chat-\($0)") }
  }

  var isQuiet: Bool {
    running.isEmpty && isOpen && toSend.isEmpty && toFetch.isEmpty && toCarry.isEmpty
      && driver.machine.status == .upToDate
  }

  var leftovers: String {
    "\(running) \(toSend) \(toFetch) \(toCarry) \(driver.machine.status) at \(driver.now)"
  }

  mutating func step() throws {
    guard hasStarted else {
      hasStarted = true
      return feed(.started)
    }
    let choice = Int.random(in: 0..<10, using: &random)
    if choice < 6, let index = running.indices.randomElement(using: &random) {
      answer(running.remove(at: index))
    } else if isFaulty, choice == 6 {
      disturb()
    } else if let wake = driver.wakes.filter({ $0 > driver.now }).min() {
      driver.now = wake
      feed(.woke)
    } else if running.isEmpty, !isQuiet {
      // Nothing runs, nobody will wake it, and something is wanted: only news from outside help.
      if !isOpen || driver.machine.status != .upToDate { violations.append("stuck: \(leftovers)") }
      feed(.replicaChanged)
    }
  }

  /// Something happens that nobody asked for.
  private mutating func disturb() {
    switch Int.random(in: 0..<7, using: &random) {
    case 6:
      let zoneID = zones.randomElement(using: &random) ?? zones[0]
      let recordID = RecordID(
        recordName: "m\(Int.random(in: 0..<4, using: &random))", zoneID: zoneID)
      let directions = AssetTransfer.Direction.allCases
      toCarry.insert(
        AssetTransfer.ID(
          recordID: recordID, direction: directions.randomElement(using: &random) ?? .upload))
      feed(.replicaChanged)
    case 0:
      toSend[zones.randomElement(using: &random) ?? zones[0], default: 0] += 1
      feed(.replicaChanged)
    case 1, 2:
      let zoneID = zones.randomElement(using: &random) ?? zones[0]
      let scope = zoneID.databaseScope(for: MachineDriver.user)
      toFetch[zoneID, default: 0] += Int.random(in: 1...3, using: &random)
      feedPages[scope, default: 0] += 1
      feed(.notified(.database(scope)))
    case 3: feed(.notified(.invitation))
    case 4: feed(.notificationPollEnded)
    default:
      let channel = NotificationChannel(courierPath: "/courier/\(channelCount)")
      isOpen = false
      feed(.channelClosed(channel, .test(.networkFailure)))
    }
  }

  private mutating func answer(_ effect: SyncMachine.Effect) {
    if isFaulty, effect != .readPendingWork, Int.random(in: 0..<3, using: &random) == 0 {
      return fail(effect)
    }
    switch effect {
    case .openChannel:
      channelCount += 1
      isOpen = true
      let channel = NotificationChannel(courierPath: "/courier/\(channelCount)")
      feed(.channelOpened(.success(channel)))
    case .readPendingWork:
      feed(.pendingWorkRead(.success(pendingWork)))
    case .fetchDatabaseChanges(let scope):
      let pages = feedPages[scope, default: 0]
      feedPages[scope] = max(0, pages - 1)
      feed(
        .databaseFetched(
          scope, .success(.init(pendingWork: pendingWork, deletedZones: [], moreComing: pages > 1)))
      )
    case .fetchInvitations: feed(.invitationsFetched(.success(.init())))
    case .fetchZoneChanges(let zoneID):
      let left = max(0, toFetch[zoneID, default: 1] - 1)
      toFetch[zoneID] = left == 0 ? nil : left
      feed(.zoneFetched(zoneID, .success(.applied(moreComing: left > 0))))
    case .preview(let zoneID): feed(.previewed(zoneID, .success(.applied(moreComing: false))))
    case .send(let zoneID, _, _):
      let left = max(0, toSend[zoneID, default: 1] - 1)
      toSend[zoneID] = left == 0 ? nil : left
      feed(.sent(zoneID, .success(.sent(1, hasMore: left > 0))))
    case .carry(let id):
      toCarry.remove(id)
      feed(.carried(id, .success(())))
    case .wake: break
    }
  }

  private var pendingWork: SyncMachine.PendingWork {
    SyncMachine.PendingWork(
      zonesToSend: toSend.keys.sorted(), zonesToFetch: toFetch.keys.sorted(),
      transfers: toCarry.sorted { "\($0)" < "\($1)" })
  }

  private mutating func fail(_ effect: SyncMachine.Effect) {
    let codes = CloudError.Code.allCases
    let waits: [Double?] = [nil, nil, 0, 0.5, 20]
    let error = CloudError.test(
      codes.randomElement(using: &random) ?? .zoneBusy,
      retryAfter: waits.randomElement(using: &random) ?? nil)
    let isTransfer = if case .carry = effect { true } else { false }
    if ErrorPolicy.reach(of: error.code).isAboutAccount && !isTransfer || effect == .openChannel {
      isOpen = false
    }
    if isOpen, let scope = scope(of: effect), let seconds = error.retryAfterSeconds {
      held[scope] = max(held[scope] ?? .zero, driver.now + .seconds(seconds))
    }
    switch effect {
    case .openChannel: feed(.channelOpened(.failure(error)))
    case .fetchDatabaseChanges(let scope): feed(.databaseFetched(scope, .failure(.cloud(error))))
    case .fetchInvitations: feed(.invitationsFetched(.failure(.cloud(error))))
    case .fetchZoneChanges(let zoneID): feed(.zoneFetched(zoneID, .failure(.cloud(error))))
    case .preview(let zoneID): feed(.previewed(zoneID, .failure(.cloud(error))))
    case .send(let zoneID, _, _): feed(.sent(zoneID, .failure(.cloud(error))))
    case .carry(let id): feed(.carried(id, .failure(.cloud(error))))
    case .readPendingWork, .wake: break
    }
  }

  private func scope(of effect: SyncMachine.Effect) -> DatabaseScope? {
    switch effect {
    case .fetchDatabaseChanges(let scope): scope
    case .preview(let zoneID), .fetchZoneChanges(let zoneID), .send(let zoneID, _, _):
      zoneID.databaseScope(for: MachineDriver.user)
    case .carry(let id): id.recordID.zoneID.databaseScope(for: MachineDriver.user)
    case .fetchInvitations: .shared
    case .openChannel, .readPendingWork, .wake: nil
    }
  }

  private mutating func feed(_ input: SyncMachine.Input) {
    journal.append("\(driver.now) \(input)")
    for effect in driver.handle(input) {
      check(effect)
      running.append(effect)
      journal.append("  \(effect)")
    }
  }

  private mutating func check(_ effect: SyncMachine.Effect) {
    if !isOpen, effect != .openChannel { violations.append("rule 4: \(effect)") }
    if isOpen, effect == .openChannel { violations.append("opened twice") }
    if running.contains(effect) { violations.append("rule 1: \(effect) twice") }
    if let scope = scope(of: effect), let until = held[scope], until > driver.now {
      violations.append("rule 3: \(effect) at \(driver.now), held until \(until)")
    }
    switch effect {
    case .preview(let zoneID), .fetchZoneChanges(let zoneID), .send(let zoneID, _, _):
      let busy = running.compactMap { zone(of: $0) }
      if busy.contains(zoneID) { violations.append("rule 1: \(effect) beside another") }
      if busy.count >= 8 { violations.append("rule 6: \(effect)") }
    case .carry(let id):
      let alike = running.filter {
        if case .carry(let other) = $0 { other.direction == id.direction } else { false }
      }
      if alike.count >= 2 { violations.append("transfers, rule 1: \(effect)") }
    case .openChannel, .readPendingWork, .fetchDatabaseChanges, .fetchInvitations, .wake: break
    }
    if case .fetchZoneChanges(let zoneID) = effect,
      running.contains(.fetchDatabaseChanges(zoneID.databaseScope(for: MachineDriver.user)))
    {
      violations.append("rule 2: \(effect)")
    }
  }

  private func zone(of effect: SyncMachine.Effect) -> RecordZoneID? {
    switch effect {
    case .preview(let zoneID), .fetchZoneChanges(let zoneID), .send(let zoneID, _, _): zoneID
    case .openChannel, .readPendingWork, .fetchDatabaseChanges, .fetchInvitations, .carry, .wake:
      nil
    }
  }
}

extension ErrorPolicy.FailureScope {
  var isAboutAccount: Bool {
    switch self {
    case .stopped, .suspended, .offline: true
    case .database, .zone: false
    }
  }
}
