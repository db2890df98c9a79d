import CloudModel

/// I38: no request is larger than the cloud allows, and none saves and deletes the same record.
struct LegalBatch: Checker {
  private(set) var findings = Findings("I38")

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    guard case .requested(let request) = entry.event else { return }
    if request.items.count > CloudLimits.operationsPerRequest
      || request.bytes > CloudLimits.requestBytes
    {
      findings.note(
        "\(request.device) sends \(request.items.count) items of \(request.bytes) bytes at once",
        about: request.zoneName, at: index)
    }
    if Set(request.items.map(\.name)).count < request.items.count {
      findings.note(
        "\(request.device) names a record twice in a request", about: request.zoneName, at: index)
    }
  }
}
