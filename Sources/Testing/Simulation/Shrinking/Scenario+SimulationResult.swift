import CloudModel
package import Scenarios

extension Scenario {
  /// A random run as a scenario: what people did and what was imposed, each at its time.
  ///
  /// The scenario keeps the run's chances and its seed. Where nothing else is different, the same requests are lost;
  /// but another order of draws brings other losses, so that the scenario must be played to see.
  package init(_ outcome: SimulationResult) {
    var reader = JournalReader()
    // At its end, the noise itself starts the devices that are off.
    for entry in outcome.journal.entries where entry.time < outcome.noise.end { reader.read(entry) }
    let first = outcome.violations.first
    self.init(
      title: "Seed \(outcome.seed)", about: first.map { "\($0.invariant) is broken: \($0.text)" },
      people: reader.people, noise: outcome.noise,
      steps: reader.steps.enumerated().sorted { one, other in
        (one.element.time ?? .zero, one.offset) < (other.element.time ?? .zero, other.offset)
      }.map(\.element))
  }
}

/// Reads a journal as steps; names in it become those of a scenario.
private struct JournalReader {
  var people: [Scenario.Person] = []
  var steps: [ScenarioStep] = []
  private var devices: [String: DeviceName] = [:]
  /// The names of people by their user record names.
  private var names: [String: String] = [:]
  private var titles: [String: String] = [:]
  /// The texts with which messages were sent, by record.
  private var texts: [String: String] = [:]
  /// The devices that are off because that was imposed on them.
  private var crashed: Set<String> = []

  mutating func read(_ entry: SimulationJournal.Entry) {
    switch entry.event {
    case .began(let userDevices): meet(userDevices)
    case .intended(let device, let intent):
      add(intent, by: devices[device], at: entry.begin ?? entry.time)
    case .restarted(let device):
      // After a crash by chance, the world starts the device itself, here and in the scenario.
      if crashed.remove(device) != nil {
        add(.device(.restart), by: devices[device], at: entry.time)
      }
    case .disrupted(let disruption): add(disruption, at: entry.time)
    default: break
    }
  }

  /// The names of a person's devices; no world has more of them.
  private static let kinds = ["laptop", "phone", "tablet", "desktop"]

  /// `alice1` and `alice2` are Alice's laptop and phone; the only device of a person has no name.
  private mutating func meet(_ userDevices: [SimulationEvent.UserDevice]) {
    for userDevice in userDevices where names[userDevice.user] == nil {
      let own = userDevices.filter { $0.user == userDevice.user }.map(\.device)
      let name = String(userDevice.device.prefix { !$0.isNumber })
      names[userDevice.user] = name
      let person = Scenario.Person(
        name, devices: own.count == 1 ? [] : Array(Self.kinds.prefix(own.count)))
      people.append(person)
      for (device, new) in zip(own, person.devices) { devices[device] = new }
    }
  }

  private mutating func add(_ body: ScenarioStep.Body, by device: DeviceName?, at time: Duration) {
    steps.append(ScenarioStep(device: device, body, time: time))
  }

  // MARK: - People

  private mutating func add(_ intent: Intent, by device: DeviceName?, at time: Duration) {
    switch intent {
    case .created(let zone, let name): titles[zone] = name
    case .sent(_, let messages):
      for message in messages { texts[message.record] = message.text }
    case .attached(_, let record, _):
      // The message that was noted before is the file's.
      if steps.last.map(isSending(texts[record])) == true { steps.removeLast() }
    case .edited(let zone, let record, _):
      // Who edits a message that failed tries it again, which was noted before.
      if case .act(.retry(let message, let chat))? = steps.last?.body, message == texts[record],
        chat == titles[zone]
      {
        steps.removeLast()
      }
    default: break
    }
    if let action = action(intent) { add(.act(action), by: device, at: time) }
  }

  private func isSending(_ text: String?) -> (ScenarioStep) -> Bool {
    { step in
      guard case .act(.send(let texts, _, _)) = step.body else { return false }
      return texts == [text]
    }
  }

  private func action(_ intent: Intent) -> DeviceAction? {
    let chat = titles[intent.zone] ?? intent.zone
    func message(_ record: String) -> String { texts[record] ?? record }
    return switch intent {
    case .created(_, let name): .create(title: name)
    case .renamed(_, let name): .rename(chat: chat, title: name)
    case .sent(_, let messages): .send(texts: messages.map(\.text), chat: chat, replyTo: nil)
    case .attached(_, let record, let bytes):
      .attach(
        file: FileContent(name: bytes, text: bytes), text: message(record), chat: chat)
    case .askedForFile(_, let record): .download(message: message(record), chat: chat)
    case .edited(_, let record, let text): .edit(message: message(record), chat: chat, text: text)
    case .deleted(_, let record): .delete(message: message(record), chat: chat)
    case .reacted(_, let record, let emoji, let isRemoved):
      .react(emoji: emoji, message: message(record), chat: chat, isRemoved: isRemoved)
    case .pinned(_, let record, let isPinned):
      .pin(message: message(record), chat: chat, isPinned: isPinned)
    case .left: .leave(chat: chat)
    case .deletedChat: .deleteChat(chat: chat)
    case .uploadedAgain: .uploadAgain(chat: chat)
    case .retried(_, let record): .retry(message: message(record), chat: chat)
    case .dropped(_, let record): .drop(message: message(record), chat: chat)
    case .saw: .read(chat: chat)
    case .invited(_, let user, let permission):
      .invite(people: [user], chat: chat, permission: permission)
    case .opened(_, let permission): .openLink(chat: chat, permission: permission)
    case .joined: .accept(link: chat)
    }
  }

  // MARK: - What was imposed

  private mutating func add(_ disruption: Disruption, at time: Duration) {
    func chat(_ zone: RecordZoneID) -> String { titles[zone.zoneName] ?? zone.zoneName }
    func name(_ user: String) -> String { names[user] ?? user }
    func elsewhere(_ action: DeviceAction, _ user: String) {
      let own = people.first { $0.name == name(user) }?.devices.first
      add(.actElsewhere(action), by: own, at: time)
    }
    switch disruption {
    case .crashed(let device):
      crashed.insert(device)
      add(.device(.crash), by: devices[device], at: time)
    case .skewed(let device, let skew): add(.device(.skew(skew)), by: devices[device], at: time)
    case .offline(let device, let end):
      add(.device(.offline(for: end - time)), by: devices[device], at: time)
    case .throttled(let user, let end):
      add(.world(.throttle(person: name(user), end - time)), by: nil, at: time)
    case .expiredZoneTokens(let zone):
      add(.world(.expireZoneTokens(chat: chat(zone))), by: nil, at: time)
    case .expiredDatabaseTokens(let user, let scope):
      add(.world(.expireDatabaseTokens(person: name(user), scope)), by: nil, at: time)
    case .deletedZone(let zone, .purged): add(.world(.purge(chat: chat(zone))), by: nil, at: time)
    case .deletedZone(let zone, .encryptedDataReset):
      add(.world(.resetEncryption(chat: chat(zone))), by: nil, at: time)
    case .deletedZone(let zone, .deleted):
      elsewhere(.deleteChat(chat: chat(zone)), zone.ownerName)
    case .removed(let user, let zone):
      elsewhere(.remove(person: name(user), chat: chat(zone)), zone.ownerName)
    case .permitted(let user, let zone, let permission):
      elsewhere(
        .permit(person: name(user), chat: chat(zone), permission: permission), zone.ownerName)
    case .added(let user, let zone):
      elsewhere(
        .invite(people: [name(user)], chat: chat(zone), permission: .readWrite), zone.ownerName)
    case .stoppedSharing(let zone): elsewhere(.stopSharing(chat: chat(zone)), zone.ownerName)
    case .left(let user, let zone): elsewhere(.leave(chat: chat(zone)), user)
    case .planted(let zone, _, let field, _):
      elsewhere(.plant(field: field, chat: chat(zone)), zone.ownerName)
    case .lostRing: break
    }
  }
}
