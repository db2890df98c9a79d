import CloudModel

/// I26: a page that was requested in an earlier epoch of the zone changes nothing.
struct EpochGuard: Checker {
  private(set) var findings = Findings("I26")
  /// The last epoch in which a device has taken a page.
  private var epochs: [ZoneKey: Int64] = [:]
  /// The epochs that are over.
  private var over: [ZoneKey: Int64] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    if case .intended(let device, let intent) = entry.event { return observe(intent, on: device) }
    guard case .stored(let device, let transaction) = entry.event else { return }
    switch transaction {
    case .zonePage(let zone, _, _, let epoch, _, true, _):
      let key = ZoneKey(device: device, zone: zone.zoneName)
      if epoch <= over[key] ?? -1 {
        findings.note(
          "\(device) applied a page of the old epoch \(epoch)", about: zone.zoneName, at: index)
      }
      epochs[key] = epoch
    case .resync(let zone), .sealed(let zone): end(ZoneKey(device: device, zone: zone.zoneName))
    case .databasePage(_, _, let deleted, _):
      for zone in deleted { end(ZoneKey(device: device, zone: zone)) }
    case .zonePage, .forgotToken, .applied, .invitations, .preview, .batch, .uploaded,
      .downloaded, .gaveUpFile:
      break
    }
  }

  /// Nothing of a chat stays on a device that left it; a chat that is joined again begins from its beginning.
  private mutating func observe(_ intent: Intent, on device: String) {
    switch intent {
    case .left(let zone), .deletedChat(let zone):
      epochs[ZoneKey(device: device, zone: zone)] = nil
      over[ZoneKey(device: device, zone: zone)] = nil
    case .created, .renamed, .sent, .edited, .deleted, .reacted, .pinned, .uploadedAgain, .retried,
      .dropped,
      .saw, .invited, .opened, .joined, .attached, .askedForFile:
      break
    }
  }

  private mutating func end(_ key: ZoneKey) { over[key] = epochs[key] ?? over[key] }
}
