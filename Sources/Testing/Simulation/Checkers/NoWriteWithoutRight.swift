import CloudModel

/// I24: a device that has learned that it may not write in a zone starts no save there.
///
/// Saves of the share are exempt: they are made while somebody waits, and not by the engine.
struct NoWriteWithoutRight: Checker {
  private(set) var findings = Findings("I24")
  private var readOnly: Set<ZoneKey> = []

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .stored(let device, .zonePage(let zone, _, _, _, _, true, let canWrite?)):
      let key = ZoneKey(device: device, zone: zone.zoneName)
      if canWrite { readOnly.remove(key) } else { readOnly.insert(key) }
    case .intended(let device, .joined(let zone, let canWrite)):
      let key = ZoneKey(device: device, zone: zone)
      if canWrite { readOnly.remove(key) } else { readOnly.insert(key) }
    case .requested(let request) where request.operation == .modifyRecords:
      guard readOnly.contains(ZoneKey(device: request.device, zone: request.zoneName)),
        request.items.contains(where: { $0.type != Share.recordType })
      else { return }
      findings.note(
        "\(request.device) writes where it may only read", about: request.zoneName, at: index)
    default: break
    }
  }
}
