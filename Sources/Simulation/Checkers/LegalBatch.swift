import CloudModel

/// I38: no request is larger than the cloud allows, and none saves and deletes the same record.
struct LegalBatch: Checker {
  private(set) var docket = Docket("I38")

  mutating func see(_ entry: Journal.Entry, at index: Int) {
    guard case .requested(let request) = entry.event else { return }
    if request.items.count > CloudLimits.operationsPerRequest
      || request.bytes > CloudLimits.requestBytes
    {
      docket.note(
        "\(request.device) sends \(request.items.count) items of \(request.bytes) bytes at once",
        about: request.zoneName, at: index)
    }
    if Set(request.items.map(\.name)).count < request.items.count {
      docket.note(
        "\(request.device) names a record twice in a request", about: request.zoneName, at: index)
    }
  }
}
