import CloudModel

/// I25: of a zone that is gone a device asks nothing more, until the cloud names it again or somebody
/// joins it again.
struct SealedStaysQuiet: Checker {
  private(set) var docket = Docket("I25")
  private var sealed: Set<ZoneKey> = []

  mutating func see(_ entry: Journal.Entry, at index: Int) {
    switch entry.event {
    case .stored(let device, .sealed(let zone)):
      sealed.insert(ZoneKey(device: device, zone: zone.zoneName))
    case .stored(let device, .databasePage(_, let changed, let deleted, _)):
      for zone in changed { sealed.remove(ZoneKey(device: device, zone: zone)) }
      for zone in deleted { sealed.insert(ZoneKey(device: device, zone: zone)) }
    case .intended(let device, .joined(let zone)):
      sealed.remove(ZoneKey(device: device, zone: zone))
    case .requested(let request):
      guard sealed.contains(ZoneKey(device: request.device, zone: request.zoneName)),
        request.operation == .zoneChanges
          || request.operation == .modifyRecords
            && request.items.contains(where: { $0.type != Share.recordType })
      else { return }
      docket.note(
        "\(request.device) asks \(request.operation.rawValue) of a zone that is gone",
        about: request.zoneName, at: index)
    default: break
    }
  }
}
