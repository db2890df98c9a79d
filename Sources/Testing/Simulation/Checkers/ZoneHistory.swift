import CloudModel

/// The zones that something has disturbed, as checkers learn them from the journal; records there may
/// differ between devices.
struct ZoneHistory: Sendable {
  /// Zones that somebody ended or left, in which rights changed, or in which something was refused for good.
  private var disturbed: Set<String> = []

  mutating func observe(_ event: SimulationEvent) {
    switch event {
    case .disrupted(.removed(_, let zone)), .disrupted(.permitted(_, let zone, _)),
      .disrupted(.added(_, let zone)), .disrupted(.stoppedSharing(let zone)),
      .disrupted(.left(_, let zone)),
      .disrupted(.deletedZone(let zone, _)), .stored(_, .sealed(let zone)):
      disturbed.insert(zone.zoneName)
    case .intended(_, .opened(let zone, _)), .intended(_, .left(let zone)),
      .intended(_, .deletedChat(let zone)), .intended(_, .uploadedAgain(let zone)):
      disturbed.insert(zone)
    case .stored(_, .databasePage(_, _, let deleted, _)): disturbed.formUnion(deleted)
    case .stored(_, .applied(let zone, let outcomes)):
      if outcomes.contains(where: { $0.result == .failed }) { disturbed.insert(zone.zoneName) }
    default: break
    }
  }

  func isDisturbed(_ zone: String) -> Bool { disturbed.contains(zone) }
}
