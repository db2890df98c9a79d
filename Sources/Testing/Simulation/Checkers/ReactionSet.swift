/// I22: at rest a person has at most one record for an emoji at a message; if only one of their devices has
/// changed it, it says what they wanted last.
struct ReactionSet: Checker {
  private struct Key: Hashable {
    var zone: String
    var message: String
    var user: String
    var emoji: String
  }

  private(set) var findings = Findings("I22")
  private var deviceUsers = DeviceUsers()
  private var history = ZoneHistory()
  private var wanted: [Key: Bool] = [:]
  private var devices: [Key: Set<String>] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    deviceUsers.observe(entry.event)
    history.observe(entry.event)
    switch entry.event {
    case .intended(let device, .reacted(let zone, let record, let emoji, let isRemoved)):
      let key = Key(zone: zone, message: record, user: deviceUsers.user(of: device), emoji: emoji)
      // Removing a reaction that is not there is not an intent.
      if isRemoved, wanted[key] == nil { return }
      wanted[key] = !isRemoved
      devices[key, default: []].insert(device)
    case .held(let user, let held):
      for zone in held.zones where zone.owner == user { judge(zone, at: index) }
    default: break
    }
  }

  private mutating func judge(_ zone: CloudSnapshot.Zone, at index: Int) {
    var found: [Key: Bool] = [:]
    for item in zone.items where item.type == "MessageReaction" {
      let key = Key(
        zone: zone.name, message: item.fields["messageRef"] ?? "",
        user: item.fields["userID"] ?? "", emoji: item.fields["emoji"] ?? "")
      if found[key] != nil {
        findings.note("there are two records for \(item.record)", about: item.record, at: index)
      }
      found[key] = item.fields["isRemoved"] != "1"
    }
    guard !history.isDisturbed(zone.name) else { return }
    for (key, isThere) in wanted where key.zone == zone.name && devices[key]?.count == 1 {
      // The message may be gone, and its reactions with it.
      guard found[key] ?? false != isThere, zone.item(key.message)?.isDeleted == false
      else { continue }
      findings.note(
        "\(key.emoji) of \(key.user.prefix(7)) is \(isThere ? "missing" : "still there")",
        about: key.message, at: index)
    }
  }
}
