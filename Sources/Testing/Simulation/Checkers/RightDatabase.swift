import CloudModel

/// I23: a zone is reached through the private database by its owner and through the shared one by
/// everyone else, and nobody creates a zone in the shared database.
struct RightDatabase: Checker {
  private(set) var findings = Findings("I23")

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    guard case .requested(let request) = entry.event, let zone = request.zone,
      let scope = request.scope
    else { return }
    if scope != zone.databaseScope(for: request.user) {
      findings.note(
        "\(request.device) sends \(request.operation.rawValue) in the \(scope.pathComponent) "
          + "database", about: zone.zoneName, at: index)
    }
    if request.operation == .modifyZones, scope == .shared,
      request.items.contains(where: { !$0.isDeletion })
    {
      findings.note(
        "\(request.device) creates a zone in the shared database", about: zone.zoneName, at: index)
    }
  }
}
