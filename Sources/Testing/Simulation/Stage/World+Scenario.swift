import ChatCore
import ChatModel
import CloudCore
import CloudModel
import CloudRules
import CloudSync
import Foundation
import Scenarios
import SyncRules
import Synchronization

/// A scenario in this world: its steps, one after another.
extension World: ScenarioStage {
  /// Our choice: the longest time that an action may take, which the engine's own retries stay below.
  private static let patienceOfActions: Duration = .seconds(300)

  /// People get their accounts and devices.
  func open(_ scenario: Scenario) async throws {
    for person in scenario.people {
      let stored = try cloud.accounts.createAccount(named: person.name)
      let account = Account(userRecordName: stored.userRecordName, name: person.name)
      traffic.people[stored.userRecordName] = person.name
      for device in person.devices { try addDevice(named: device.description, of: account) }
    }
    note(
      .began(
        devices: devices.map { .init(device: $0.name, user: $0.account.userRecordName) }))
    guard let noise = scenario.noise else { return trouble = .none }
    if noise.begin > .zero {
      trouble = .none
      queue.schedule(.stir, at: noise.begin)
    }
    troubleSpan = noise.begin..<noise.end
    queue.schedule(.heal, at: noise.end)
  }

  private func index(_ device: DeviceName) throws -> Int {
    guard let index = devices.firstIndex(where: { $0.name == device.description }) else {
      throw StageFailure("There is no device ‘\(device)’.")
    }
    return index
  }

  private func user(_ person: String) throws -> String {
    guard let user = people.first(where: { $0.name == person })?.userRecordName else {
      throw StageFailure("There is no person ‘\(person)’.")
    }
    return user
  }

  // MARK: - Actions

  /// Does something on a device, and tells `learn` when it is done.
  func perform(
    _ action: DeviceAction, on device: DeviceName, waiting: Bool,
    learn: @escaping @Sendable (DeviceAnswer) -> Void
  ) async throws {
    let index = try index(device)
    let key = DeviceKey(index: index, life: devices[index].life)
    guard isAlive(key), let parts = devices[index].parts else {
      throw StageFailure("\(device) is off.")
    }
    let actor = DeviceActor(
      repository: parts.repository, sharing: parts.sharing, folder: devices[index].directory)
    let result = Mutex<Result<Void, any Error>?>(nil)
    let start = now
    await begin { [self] in
      do {
        let reader = IntentReader(parts: parts)
        let isNewTry = try await reader.isNewTry(action)
        let answer = try await actor.perform(action)
        learn(answer)
        for intent in try await isNewTry + reader.intents(of: action, answer) {
          await note(.intended(device: device.description, intent), begunAt: start)
        }
        if await isAlive(key) { await ring(key) }
        result.withLock { $0 = .success(()) }
      } catch {
        if await isAlive(key) {
          await note(.refused(device: device.description, what: "\(action)", why: "\(error)"))
        }
        result.withLock { $0 = .failure(error) }
      }
    }
    guard waiting else { return }
    let deadline = now + Self.patienceOfActions
    while result.withLock({ $0 == nil }) {
      guard let next = queue.nextTime, next <= deadline else {
        throw StageFailure("It did not end within \(Self.patienceOfActions.scenarioText).")
      }
      try await run(until: next)
    }
    try result.withLock { $0 }?.get()
  }

  /// Does something as another application of a person's account.
  func performElsewhere(_ action: DeviceAction, by person: String) async throws -> DeviceAnswer {
    let container = cloud.container(of: try user(person), device: nil)
    let answer = try await ElsewhereActor(container: container).perform(action)
    for disruption in try disruptions(by: action, of: person) { note(.disrupted(disruption)) }
    carryAnnouncements()
    return answer
  }

  private func disruptions(
    by action: DeviceAction, of person: String
  ) throws -> [Disruption] {
    switch action {
    case .leave(let chat): [.left(user: try user(person), try zone(chat))]
    case .deleteChat(let chat): [.deletedZone(try zone(chat), .deleted)]
    case .stopSharing(let chat): [.stoppedSharing(try zone(chat))]
    case .plant(let field, let chat):
      [.planted(try zone(chat), record: "session", field: field, value: "planted")]
    case .invite(let guests, let chat, _):
      try guests.map { .added(user: try user($0), try zone(chat)) }
    case .permit(let guest, let chat, let permission):
      [.permitted(user: try user(guest), try zone(chat), permission)]
    case .remove(let guest, let chat): [.removed(user: try user(guest), try zone(chat))]
    default: []
    }
  }

  private func zone(_ name: String) throws -> RecordZoneID {
    guard let zone = zoneIDs[name] else {
      throw StageFailure("The chat has not reached the cloud yet.")
    }
    return zone
  }

  // MARK: - Events

  func happen(_ event: DeviceEvent, to device: DeviceName) async throws {
    let index = try index(device)
    let key = DeviceKey(index: index, life: devices[index].life)
    let isOn = devices[index].parts != nil
    switch event {
    case .offline(let time): cutOff(index, until: time.map { now + $0 } ?? Self.never)
    case .online:
      devices[index].offlineUntil = now
      schedule(.deliver(.pathChanged, key))
    case .crash:
      guard isOn else { throw StageFailure("\(device) is off already.") }
      devices[index].isDying = true
      note(.disrupted(.crashed(device: devices[index].name)))
      try await crash(index, restarts: false)
    case .restart:
      guard !isOn, !devices[index].isSignedOut else {
        throw StageFailure("\(device) is on, or signed out.")
      }
      try await restart(index)
    case .skew(let time):
      devices[index].clock.set(skew: time)
      note(.disrupted(.skewed(device: devices[index].name, time)))
    case .signOut: try await signOut(index)
    case .signIn: try await signIn(index)
    }
  }

  func happen(_ event: WorldEvent) async throws {
    switch event {
    case .advance(let time): try await pass(time)
    case .fault(let fault): try faults.add(fault)
    case .endFault(let id):
      guard faults.end(id) else {
        throw StageFailure("There is no such fault, or it has ended already.")
      }
    case .purge(let chat):
      try cloud.administration.purge(try zone(chat))
      note(.disrupted(.deletedZone(try zone(chat), .purged)))
    case .resetEncryption(let chat):
      try cloud.administration.resetEncryptedData(of: try zone(chat))
      note(.disrupted(.deletedZone(try zone(chat), .encryptedDataReset)))
    case .expireZoneTokens(let chat):
      try cloud.administration.expireTokens(ofZone: try zone(chat))
      note(.disrupted(.expiredZoneTokens(try zone(chat))))
    case .expireDatabaseTokens(let person, let scope):
      try cloud.administration.expireTokens(of: try user(person), in: scope)
      note(.disrupted(.expiredDatabaseTokens(user: try user(person), scope)))
    case .throttle(let person, let time):
      let user = try user(person)
      throttledUntil[user] = now + time
      note(.disrupted(.throttled(user: user, until: now + time)))
    }
    carryAnnouncements()
  }

  private static let never: Duration = .seconds(1_000_000_000)

  // MARK: - Time

  func pass(_ time: Duration) async throws { try await proceed(to: now + time) }

  func proceed(to time: Duration) async throws {
    guard time > now else { return }
    queue.schedule(.pause, at: time)
    try await run(until: time)
  }

  /// Lets everything go on that is under way, for `limit` at most; returns how long that took.
  func settle(within limit: Duration) async throws -> Duration {
    let start = now
    while !hasSettled, let next = queue.nextTime, next <= start + limit {
      try await run(until: next)
    }
    return now - start
  }

  /// Whether only timers and long polls are left, and no engine is about to do something.
  private var hasSettled: Bool {
    let isUnderWay = queue.contains { step in
      switch step {
      case .perform, .ring, .publish, .recover, .goOn, .announce, .restart: true
      case .deliver(.woke, _): false
      case .deliver: true
      case .reach(let number, _), .answer(let number, _):
        inFlight[number]?.request.operation != .poll
      case .act, .handleFile, .disrupt, .heal, .stir, .pause: false
      }
    }
    return !isUnderWay
      && devices.allSatisfy { device in
        guard let shell = device.shell else { return true }
        return shell.machine.status != .connecting && shell.machine.status != .syncing
          && (shell.machine.isAtRest || shell.machine.status.obstacle != nil)
      }
  }

  // MARK: - Looking

  func view(of device: DeviceName) async throws -> DeviceView {
    guard let parts = devices[try index(device)].parts else { return .off }
    return try await DeviceView(parts.repository)
  }

  func traffic(from number: Int) -> [ScenarioTraffic] {
    traffic.read(journal)
    return Array(traffic.entries.dropFirst(number))
  }

  /// Each sentence once, in the order of the first of each, with how often it came.
  private static func counted(_ sentences: [String]) -> [String] {
    let counts = Dictionary(sentences.map { ($0, 1) }, uniquingKeysWith: +)
    var told: Set<String> = []
    return sentences.filter { told.insert($0).inserted }.map { sentence in
      let count = counts[sentence] ?? 1
      return count > 1 ? "\(sentence) (\(count) times)" : sentence
    }
  }

  /// Ends all faults, lets the world come to rest, and judges everything that has happened.
  func finish() async throws -> [String] {
    _ = faults.end(nil)
    try await proceed(to: troubleSpan.upperBound)
    try await heal()
    try await rest()
    note(.ended)
    await close()
    let outcome = SimulationResult(
      seed: seed, options: WorldOptions(), noise: noise, journal: journal)
    self.outcome = outcome
    return Self.counted(outcome.violations.map { "\($0.invariant) is broken: \($0.text)" })
  }
}
