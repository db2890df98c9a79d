import CloudModel

/// I35: the engine leaves a database alone for as long as the cloud has asked.
///
/// Requests that somebody waits for are exempt: invitations, links, and the share.
struct RespectedPause: Checker {
  /// For requests that may already be on their way when the refusal arrives.
  private static let grace: Duration = .milliseconds(500)

  private(set) var findings = Findings("I35")
  private var refusals: [Int: (request: Request, seconds: Double)] = [:]
  /// By device and scope.
  private var pauses: [ZoneKey: ClosedRange<Duration>] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .reached(let reached) where reached.copy == 0:
      guard let seconds = reached.refusal?.retryAfterSeconds, seconds > 0,
        isEngines(reached.request)
      else { return }
      refusals[reached.request.number] = (reached.request, seconds)
    case .answered(let number, let device, nil):
      guard let (request, seconds) = refusals[number], let scope = request.scope else { return }
      let start = entry.time + Self.grace
      pauses[ZoneKey(device: device, zone: scope.pathComponent)] =
        start...max(start, entry.time + .seconds(seconds))
    case .died(let device): pauses = pauses.filter { $0.key.device != device }
    case .requested(let request):
      guard isEngines(request), let scope = request.scope,
        let pause = pauses[ZoneKey(device: request.device, zone: scope.pathComponent)],
        pause.contains(entry.time), entry.time < pause.upperBound
      else { return }
      findings.note(
        "\(request.device) sends \(request.operation.rawValue) in the \(scope.pathComponent) "
          + "database before \(pause.upperBound.label)", about: request.device, at: index)
    default: break
    }
  }

  private func isEngines(_ request: Request) -> Bool {
    switch request.operation {
    case .modifyZones, .databaseChanges, .zoneChanges: true
    case .modifyRecords: !request.items.contains { $0.type == Share.recordType }
    case .beginUpload, .upload, .download, .lookUp, .query, .listZones, .subscribe,
      .listSubscriptions, .invitations, .openChannel,
      .poll,
      .accept, .decline, .shareMetadata, .userIdentity:
      false
    }
  }
}
