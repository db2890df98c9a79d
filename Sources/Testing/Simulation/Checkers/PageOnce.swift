import CloudModel

/// I10: a page changes the store once: it is taken only if the store's position is where the page begins.
struct PageOnce: Checker {
  private(set) var findings = Findings("I10")
  /// The position of each device in a zone's feed.
  private var positions: [ZoneKey: ServerChangeToken] = [:]
  /// Zones that a person has joined; one that was not known as a chat begins anew with that.
  private var joined: Set<ZoneKey> = []

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    if case .intended(let device, .deletedChat(let zone)) = entry.event {
      positions[ZoneKey(device: device, zone: zone)] = nil
    }
    if case .intended(let device, .left(let zone)) = entry.event {
      positions[ZoneKey(device: device, zone: zone)] = nil
    }
    if case .intended(let device, .joined(let zone, _)) = entry.event {
      joined.insert(ZoneKey(device: device, zone: zone))
    }
    guard case .stored(let device, let transaction) = entry.event else { return }
    switch transaction {
    case .zonePage(let zone, let since, let token, _, _, true, _):
      let key = ZoneKey(device: device, zone: zone.zoneName)
      let beginsAnew = joined.remove(key) != nil && since == nil
      if since != positions[key], !beginsAnew {
        findings.note(
          "\(device) applied a page from \(since.label), but was at \(positions[key].label)",
          about: zone.zoneName, at: index)
      }
      positions[key] = token
    case .resync(let zone), .sealed(let zone):
      positions[ZoneKey(device: device, zone: zone.zoneName)] = nil
    case .databasePage(_, _, let deleted, _):
      for zone in deleted { positions[ZoneKey(device: device, zone: zone)] = nil }
    case .zonePage, .forgotToken, .applied, .invitations, .preview, .batch, .uploaded,
      .downloaded, .gaveUpFile:
      break
    }
  }
}
