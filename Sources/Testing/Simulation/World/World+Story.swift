import ChatCore
import ChatModel
import CloudCore
import CloudModel
import CloudRules
import CloudSync
import SyncRules

/// A run from its beginning to its end.
extension World {
  /// After this time, every timed wait is over: the engine fetches everything at the first end of a
  /// poll after 900 s.
  static let settling: Duration = .seconds(1100) + pollHold
  /// The bound of I32.
  static let patience: Duration = .seconds(3600)
  /// The time for which a world at rest is watched.
  static let idling: Duration = .seconds(1000)

  /// Runs the world from its beginning to its end, and returns its journal.
  func run() async throws -> SimulationJournal {
    try makePeople()
    if parameters.hasCalmStart { try await begin() }
    let start = now
    troubleSpan = start..<start + parameters.span
    trouble = parameters.trouble
    for _ in 0..<parameters.actions {
      schedule(.act(nil), after: moment(in: parameters.span, &userRandom))
    }
    for _ in 0..<parameters.disruptions {
      schedule(.disrupt, after: moment(in: parameters.span, &disruptionRandom))
    }
    for _ in 0..<parameters.files {
      schedule(.handleFile, after: moment(in: parameters.span, &fileRandom))
    }
    queue.schedule(.heal, at: start + parameters.span)
    try await run(until: start + parameters.span)
    try await rest()
    note(.ended)
    await close()
    return journal
  }

  private func moment(in span: Duration, _ random: inout SplitMix64) -> Duration {
    span * Double.random(in: 0..<1, using: &random)
  }

  /// People get their accounts and devices.
  private func makePeople() throws {
    for (person, name) in WorldOptions.names.prefix(parameters.people).enumerated() {
      let stored = try cloud.accounts.createAccount(named: name)
      let account = Account(userRecordName: stored.userRecordName, name: name)
      for number in 1...parameters.devices[person] {
        try addDevice(named: "\(name)\(number)", of: account)
      }
    }
    note(
      .began(
        devices: devices.map { .init(device: $0.name, user: $0.account.userRecordName) }))
  }

  /// Chats are made, shared and joined before anything goes wrong.
  private func begin() async throws {
    trouble = .none
    try await run(until: now + .seconds(10))
    for number in 0..<parameters.chats {
      let index = parameters.hasOneOwner ? 0 : number % devices.count
      await act(.create, on: DeviceKey(index: index, life: 0))
    }
    try await run(until: now + .seconds(20))
    for person in people {
      guard let (key, parts) = firstDevice(of: person) else { continue }
      for chat in try await parts.repository.currentChatSummaries() where chat.isOwn {
        for guest in people where guest != person {
          await perform("invite", on: key) { world in
            try await world.invite(guest, to: chat, with: parts)
          }
          try await run(until: now + .seconds(5))
        }
      }
    }
    for person in people {
      guard let (key, parts) = firstDevice(of: person) else { continue }
      for link in links where zoneIDs[link.zone]?.ownerName != person.userRecordName {
        await perform("join", on: key) { _ in
          try await parts.join(InvitationLink(shortGUID: link.shortGUID, title: nil))
        }
        try await run(until: now + .seconds(5))
      }
    }
    try await run(until: now + .seconds(20))
  }

  private func firstDevice(of person: Account) -> (DeviceKey, SimulatedDevice.Parts)? {
    guard let index = devices.firstIndex(where: { $0.account == person }),
      let parts = devices[index].parts
    else { return nil }
    return (DeviceKey(index: index, life: devices[index].life), parts)
  }

  /// Ends all faults, and starts the devices that are off.
  func heal() async throws {
    trouble = .none
    throttledUntil = [:]
    poisoned = []
    for index in devices.indices {
      devices[index].offlineUntil = .zero
      if devices[index].parts == nil, !devices[index].isSignedOut { try await restart(index) }
    }
    note(.faultsEnded)
  }

  /// Runs the world until it is at rest, and notes the snapshots of its devices and of the cloud.
  func rest() async throws {
    let healed = now
    try await run(until: healed + Self.settling)
    guard try await comeToRest(by: healed + Self.patience) else { return }
    // A device that wrote late fetches its own write late, because no notification tells it of that
    // write.
    try await run(until: lastWrite + Self.settling)
    guard try await comeToRest(by: lastWrite + Self.patience) else { return }
    note(.cameToRest)
    for index in devices.indices { try await takeSnapshot(index, .atRest) }
    try await audit()
    if parameters.welcomesDevices {
      guard try await addFreshDevices() else { return }
    }
    note(.leftAlone)
    if parameters.isWatched { try await run(until: now + Self.idling) }
  }

  /// Gives everyone a new device, which fetches everything from the beginning; returns whether it came to
  /// rest.
  private func addFreshDevices() async throws -> Bool {
    let first = devices.count
    for person in people {
      try addDevice(named: "\(person.name)New", of: person)
      note(.joined(.init(device: "\(person.name)New", user: person.userRecordName)))
    }
    try await run(until: now + .seconds(5))
    guard try await comeToRest(by: now + Self.patience) else { return false }
    for index in first..<devices.count { try await takeSnapshot(index, .fresh) }
    return true
  }

  /// Whether everything came to rest before `end`.
  private func comeToRest(by end: Duration) async throws -> Bool {
    while !isQuiet {
      guard let next = queue.nextTime, next <= end else {
        note(.neverRested(why: devices.compactMap(unrest).joined(separator: "; ")))
        return false
      }
      try await run(until: next)
    }
    return true
  }

  private var isQuiet: Bool {
    // A late notification gives work to the devices that receive it.
    let isAnnounced = queue.contains { if case .announce = $0 { true } else { false } }
    return !isAnnounced && devices.allSatisfy { unrest($0) == nil }
  }

  /// The work that keeps a device from rest; nil if it is at rest.
  private func unrest(_ device: SimulatedDevice) -> String? {
    if device.isSignedOut { return nil }
    guard let shell = device.shell else { return "\(device.name) is off" }
    if shell.machine.status != .upToDate { return "\(device.name) is \(shell.machine.status)" }
    if !shell.machine.isAtRest || shell.running > 0 || shell.isRung {
      return "\(device.name) is at work"
    }
    return nil
  }

  /// Ends everything that still waits, and releases the parts of the devices.
  ///
  /// The parts hold this world, and keep the replica of their device open.
  func close() async {
    for device in devices { device.isDying = true }
    for index in devices.indices { await endWork(on: index) }
    for device in devices {
      device.parts = nil
      device.shell = nil
    }
    inFlight = [:]
  }
}
