import CloudModel

/// I29: a chat that somebody has made is one zone with one share and one session, however often making
/// it was interrupted.
struct OneZoneOneShare: Checker {
  private(set) var findings = Findings("I29")
  private var deviceUsers = DeviceUsers()
  private var created: [String: String] = [:]
  private var unshared: Set<String> = []
  /// Deleted again by their owner, perhaps before the cloud had heard of them.
  private var deleted: Set<String> = []
  private var history = CloudHistory()

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    deviceUsers.observe(entry.event)
    history.observe(entry.event, at: index)
    switch entry.event {
    case .intended(let device, .created(let zone, _)): created[zone] = deviceUsers.user(of: device)
    case .disrupted(.stoppedSharing(let zone)): unshared.insert(zone.zoneName)
    case .disrupted(.deletedZone(let zone, _)): unshared.remove(zone.zoneName)
    case .intended(_, .uploadedAgain(let zone)):
      unshared.remove(zone)
      deleted.remove(zone)
    case .intended(_, .deletedChat(let zone)):
      unshared.remove(zone)
      deleted.insert(zone)
    case .held(let user, let held): compare(held, of: user, at: index)
    default: break
    }
  }

  private mutating func compare(_ held: CloudSnapshot, of user: String, at index: Int) {
    let zones = held.zones.filter { $0.owner == user }
    for zone in zones where created[zone.name] == nil {
      findings.note("nobody created the zone", about: zone.name, at: index)
    }
    for name in created.keys.sorted() where created[name] == user {
      if history.deadZones.contains(name) { continue }
      let zone = zones.first { $0.name == name }
      let items = zone?.items ?? []
      // A stray request may have made the zone again, with nothing in it.
      if items.isEmpty, deleted.contains(name) { continue }
      let types = items.map(\.type).filter { $0 == "ChatSession" || $0 == Share.recordType }
        .sorted()
      // An owner who makes the chat again after that may share it again, without other participants.
      let wanted = ["ChatSession", Share.recordType]
      guard types != wanted, !unshared.contains(name) || types != ["ChatSession"] else { continue }
      findings.note("the zone has \(types)", about: name, at: index)
    }
  }
}
