package import CloudModel
package import SyncRules

/// The counts of runs that have reached each row of the engine's error policy, and each point where a device can die.
package struct Coverage: Sendable {
  /// One thing to reach.
  package enum Point: Sendable, Hashable {
    /// The engine was told this error, of a whole call or of one item, in this role.
    case error(CloudError.Code, ErrorPolicy.Role)
    /// A device died, and this was the last that its store had committed for the engine.
    case crash(after: Transaction.Kind)
    /// A device died while it waited for the answer to this.
    case crashDuring(CloudCall)

    package static var all: [Point] {
      CloudError.Code.allCases.flatMap { code in
        ErrorPolicy.Role.allCases.map { .error(code, $0) }
      } + Transaction.Kind.allCases.map { .crash(after: $0) }
        + CloudCall.allCases.map { .crashDuring($0) }
    }

    package var name: String {
      switch self {
      case .error(let code, let role): "\(code) as \(role)"
      case .crash(let kind): "crash after \(kind.rawValue)"
      case .crashDuring(let operation): "crash during \(operation.rawValue)"
      }
    }
  }

  package private(set) var counts: [Point: Int] = [:]

  package init() {}

  package init(_ journal: SimulationJournal) {
    var reader = CoverageReader()
    for entry in journal.entries { reader.read(entry.event) }
    for point in reader.points { counts[point, default: 0] += 1 }
  }

  package func adding(_ other: Coverage) -> Coverage {
    var sum = self
    sum.counts.merge(other.counts, uniquingKeysWith: +)
    return sum
  }

  package var unreached: [Point] { Point.all.filter { counts[$0] == nil } }
}

private struct CoverageReader {
  var points: [Coverage.Point] = []
  /// The requests for whose answers devices wait, by number.
  private var waiting: [Int: Request] = [:]
  /// The errors that an answer on its way has in it.
  private var errors: [Int: [CloudError.Code]] = [:]
  private var last: [String: Transaction.Kind] = [:]

  mutating func read(_ event: SimulationEvent) {
    switch event {
    case .requested(let request): waiting[request.number] = request
    case .reached(let result) where result.copy == 0:
      errors[result.request.number] =
        result.refusal.map { [$0.code] }
        ?? result.items.compactMap { item in
          if case .failed(let code) = item.result { code } else { nil }
        }
    case .answered(let number, _, let error):
      guard let request = waiting.removeValue(forKey: number) else { return }
      let role = request.scope.map(ErrorPolicy.Role.init) ?? .owner
      let heard = error.map { [$0.code] } ?? errors[number] ?? []
      points += heard.map { .error($0, role) }
    case .stored(let device, let transaction): last[device] = transaction.kind
    case .died(let device):
      if let kind = last[device] { points.append(.crash(after: kind)) }
      for (number, request) in waiting where request.device == device {
        points.append(.crashDuring(request.operation))
        waiting[number] = nil
      }
    default: break
    }
  }
}
