import CloudModel

/// I37: a device does not make a zone again that it knows to be there, and each attempt follows a failed one.
struct ZoneMadeOnce: Checker {
  private(set) var findings = Findings("I37")
  private var made: Set<ZoneKey> = []
  private var underWay: Set<ZoneKey> = []

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .requested(let request) where request.operation == .modifyZones:
      guard request.items.contains(where: { !$0.isDeletion }) else { return }
      let key = ZoneKey(device: request.device, zone: request.zoneName)
      if made.contains(key) {
        findings.note("\(request.device) creates the zone again", about: key.zone, at: index)
      }
      if !underWay.insert(key).inserted {
        findings.note(
          "\(request.device) creates the zone twice at the same time", about: key.zone, at: index)
      }
    case .stored(let device, .applied(let zone, let outcomes)):
      let isMade = outcomes.contains { $0.record == "zone" && $0.result == .acknowledged }
      if isMade { made.insert(ZoneKey(device: device, zone: zone.zoneName)) }
    case .stored(let device, .sealed(let zone)):
      made.remove(ZoneKey(device: device, zone: zone.zoneName))
    case .stored(let device, .databasePage(_, _, let deleted, _)):
      for zone in deleted { made.remove(ZoneKey(device: device, zone: zone)) }
    case .answered(_, let device, _), .died(let device):
      underWay = underWay.filter { $0.device != device }
    default: break
    }
  }
}
