import CloudModel

/// I42: a device does not list a chat that was left or deleted on it, until somebody of its account joins it or makes
/// it again; nor one that has ended, and of which it has neither a name nor a message.
struct NoGhost: Checker {
  private(set) var findings = Findings("I42")
  private var deviceUsers = DeviceUsers()
  /// The chats that were left or deleted on a device.
  private var givenUp: Set<ZoneKey> = []
  /// The zones that were in the cloud and are gone.
  private var gone: Set<String> = []
  /// The gone zones that a request has made again which was on its way for long; their devices may still know only
  /// that they are gone.
  private var madeAgain: Set<String> = []

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    deviceUsers.observe(entry.event)
    switch entry.event {
    case .intended(let device, .left(let zone)), .intended(let device, .deletedChat(let zone)):
      givenUp.insert(ZoneKey(device: device, zone: zone))
    case .intended(let device, .created(let zone, _)),
      .intended(let device, .uploadedAgain(let zone)), .intended(let device, .joined(let zone, _)):
      takeUp(ofUser: deviceUsers.user(of: device)) { $0 == zone }
    case .stored(let device, .applied(let zone, let outcomes)):
      // The cloud has refused to end it.
      if outcomes.contains(where: { $0.record == "-zone" && $0.result == .failed }) {
        givenUp.remove(ZoneKey(device: device, zone: zone.zoneName))
      }
    case .reached(let reached) where reached.request.operation == .accept:
      // A device that dies then has joined, although nobody was told.
      takeUp(ofUser: reached.request.user) { _ in true }
    case .reached(let reached) where reached.request.operation == .modifyZones:
      for zone in reached.deletedZones { end(zone) }
      // Also by a request that was on its way for long.
      for item in reached.items {
        guard case .saved = item.result else { continue }
        takeUp(ofUser: reached.request.user) { $0 == item.name }
        if gone.contains(item.name) { madeAgain.insert(item.name) }
      }
    case .disrupted(.deletedZone(let zone, _)): end(zone.zoneName)
    case .disrupted(.added(let user, let zone)): takeUp(ofUser: user) { $0 == zone.zoneName }
    case .listed(let device, let zones):
      for zone in zones { check(zone, on: device, at: index) }
    case .seen(let device, _, let snapshot):
      for chat in snapshot.chats {
        check(chat.zone, on: device, at: index)
        guard chat.access == .sealed, chat.name.isEmpty, chat.messages.isEmpty else { continue }
        findings.note(
          "\(device) lists an ended chat of which it has nothing", about: chat.zone, at: index)
      }
    default: break
    }
  }

  private mutating func check(_ zone: String, on device: String, at index: Int) {
    let key = ZoneKey(device: device, zone: zone)
    guard givenUp.contains(key) else { return }
    guard !madeAgain.contains(zone) else {
      // The device has it again from now on, also when it ends once more.
      givenUp.remove(key)
      return
    }
    findings.note(
      "\(device) lists a chat that was left or deleted on it", about: zone, at: index)
  }

  private mutating func end(_ zone: String) {
    gone.insert(zone)
    madeAgain.remove(zone)
  }

  /// Chats of an account may be listed again, on each of its devices.
  private mutating func takeUp(ofUser user: String, where isAgain: (String) -> Bool) {
    givenUp = givenUp.filter { deviceUsers.user(of: $0.device) != user || !isAgain($0.zone) }
  }
}
