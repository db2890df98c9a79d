import CloudModel

/// I34: while nobody does anything, devices only poll for news, and look at everything at most every fifteen
/// minutes.
struct Quiescence: Checker {
  private(set) var findings = Findings("I34")
  private var begin: Duration?
  private var counts: [String: Int] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .leftAlone: begin = entry.time
    case .requested(let request):
      guard let begin, request.operation != .poll else { return }
      // Both databases and the invitations: three requests a look.
      let looks = 1 + Int((entry.time - begin).seconds / 900)
      let isLook = request.operation == .databaseChanges || request.operation == .invitations
      counts[request.device, default: 0] += 1
      guard !isLook || counts[request.device, default: 0] > looks * 3 else { return }
      findings.note(
        "\(request.device) sends \(request.operation.rawValue) although nobody does anything",
        about: request.device, at: index)
    default: break
    }
  }
}
