import CloudModel

/// I25: a device sends no request about a zone that is gone, until the cloud names the zone again or
/// a person joins it again.
///
/// While a device itself still has to make the zone, a report that the zone is gone may be about an
/// earlier incarnation, and does not count.
struct SealedStaysQuiet: Checker {
  private(set) var findings = Findings("I25")
  private var sealed: Set<ZoneKey> = []
  /// Zones that a device knows to be in the cloud; a zone that never was there is made first.
  private var known: Set<ZoneKey> = []
  /// Zones that a device has to make, or to make again.
  private var toMake: Set<ZoneKey> = []
  /// Zones that a person has joined since the device last asked what there is; an answer that is still on its
  /// way is about the time before that.
  private var justJoined: Set<ZoneKey> = []
  /// Zones whose owner makes them again at once.
  private var reset: Set<String> = []

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .stored(let device, .zonePage(let zone, _, _, _, _, true, _)):
      known.insert(ZoneKey(device: device, zone: zone.zoneName))
    case .stored(let device, .applied(let zone, let outcomes)):
      let key = ZoneKey(device: device, zone: zone.zoneName)
      known.insert(key)
      // Made again by its owner.
      switch outcomes.first(where: { $0.record == "zone" })?.result {
      case .acknowledged:
        sealed.remove(key)
        toMake.remove(key)
      case .failed: toMake.remove(key)
      case .conflict, .gone, .undecided, nil: break
      }
    case .stored(let device, .sealed(let zone)):
      sealed.insert(ZoneKey(device: device, zone: zone.zoneName))
    case .disrupted(.deletedZone(let zone, .encryptedDataReset)): reset.insert(zone.zoneName)
    case .stored(let device, .databasePage(let scope, let changed, let deleted, _)):
      for zone in changed { sealed.remove(ZoneKey(device: device, zone: zone)) }
      for zone in deleted where scope == .shared || !reset.contains(zone) {
        let key = ZoneKey(device: device, zone: zone)
        if !toMake.contains(key), !justJoined.contains(key) { sealed.insert(key) }
      }
    case .intended(let device, .joined(let zone, _)):
      sealed.remove(ZoneKey(device: device, zone: zone))
      justJoined.insert(ZoneKey(device: device, zone: zone))
    case .intended(let device, .created(let zone, _)):
      toMake.insert(ZoneKey(device: device, zone: zone))
    case .intended(let device, .uploadedAgain(let zone)):
      sealed.remove(ZoneKey(device: device, zone: zone))
      toMake.insert(ZoneKey(device: device, zone: zone))
    case .requested(let request) where request.operation == .databaseChanges:
      if request.scope == .shared {
        justJoined = justJoined.filter { $0.device != request.device }
      }
    case .requested(let request):
      let key = ZoneKey(device: request.device, zone: request.zoneName)
      guard sealed.contains(key), known.contains(key),
        request.operation == .zoneChanges
          || request.operation == .modifyRecords
            && request.items.contains(where: { $0.type != Share.recordType })
      else { return }
      findings.note(
        "\(request.device) sends \(request.operation.rawValue) for a zone that is gone",
        about: request.zoneName, at: index)
    default: break
    }
  }
}
