package import CloudModel
import SyncRules
import Synchronization

/// Decides by a seed, or by an order of the test, what happens to the next requests of one device.
package final class FaultInjector: Sendable {
  private struct State {
    var random: SplitMix64
    var rate = 0.0
    var ordered: [(operation: CloudCall, fault: Fault)] = []
    var batchLimit = CloudLimits.operationsPerRequest
    var pageLimit: Int?
    var requests: [CloudCall] = []
    var decide: (@Sendable (CloudCall) -> Fault?)?
    var lie: (@Sendable (RecordZoneChanges) -> RecordZoneChanges)?
  }

  private let state: Mutex<State>

  package init(seed: UInt64) { state = Mutex(State(random: SplitMix64(seed: seed))) }

  /// From now on each request goes wrong with this probability.
  package func begin(rate: Double, pageLimit: Int? = nil, batchLimit: Int? = nil) {
    state.withLock { state in
      state.rate = rate
      state.pageLimit = pageLimit
      state.batchLimit = batchLimit ?? CloudLimits.operationsPerRequest
    }
  }

  /// Everything works again.
  package func end() {
    state.withLock { state in
      state.rate = 0
      state.pageLimit = nil
      state.batchLimit = CloudLimits.operationsPerRequest
      state.ordered = []
    }
  }

  /// The next request of this kind that nothing else was ordered for meets `fault`.
  package func order(_ fault: Fault, for operation: CloudCall, times: Int = 1) {
    state.withLock { state in
      for _ in 0..<times { state.ordered.append((operation, fault)) }
    }
  }

  /// Asks `decide` about every request from now on; nil leaves it to everything else, and none at all
  /// asks nobody.
  package func ask(_ decide: (@Sendable (CloudCall) -> Fault?)?) {
    state.withLock { $0.decide = decide }
  }

  /// Shows `lie` in place of each page of a zone's feed from now on; nil shows the truth again.
  package func lie(_ lie: (@Sendable (RecordZoneChanges) -> RecordZoneChanges)?) {
    state.withLock { $0.lie = lie }
  }

  /// What is shown in place of a page.
  func shown(_ page: RecordZoneChanges) -> RecordZoneChanges {
    state.withLock { $0.lie }?(page) ?? page
  }

  /// Requests so far, in order.
  package var requests: [CloudCall] { state.withLock { $0.requests } }

  package func forgetRequests() { state.withLock { $0.requests = [] } }

  var batchLimit: Int { state.withLock { $0.batchLimit } }

  /// A page size for the next request for changes.
  func pageLimit() -> Int? {
    state.withLock { state in
      state.pageLimit.map { Int.random(in: 1...$0, using: &state.random) }
    }
  }

  func chance() -> Bool { state.withLock { Bool.random(using: &$0.random) } }

  func next(_ operation: CloudCall) -> Fault {
    let decide = state.withLock { state in
      state.requests.append(operation)
      return state.decide
    }
    if let fault = decide?(operation) { return fault }
    return state.withLock { state in
      if let index = state.ordered.firstIndex(where: { $0.operation == operation }) {
        return state.ordered.remove(at: index).fault
      }
      guard Double.random(in: 0..<1, using: &state.random) < state.rate else { return .none }
      return Self.any(using: &state.random)
    }
  }

  private static func any(using random: inout SplitMix64) -> Fault {
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: .lostRequest
    case 2, 3: .lostAnswer
    case 4: .doubled
    case 5: .refused(passingError(using: &random))
    case 6: .partial(passingError(using: &random))
    case 7: .incomplete
    default: Bool.random(using: &random) ? .expiredToken : .emptyPage
    }
  }

  /// An error that may pass, with or without a word on when.
  static func passingError(using random: inout SplitMix64) -> CloudError {
    let codes = CloudError.Code.allCases.filter { code in
      let verdict = ErrorPolicy.verdict(on: code, as: .owner)
      return [.retry, .resend, .outOfQuota].contains(verdict) && code != .changeTokenExpired
        && ErrorPolicy.reach(of: code) != .stopped
    }
    let code = codes.randomElement(using: &random) ?? .zoneBusy
    let waits: [Double?] = [nil, nil, 0, 0.3, 4, -1]
    return CloudError(
      code, "ordered by the test", retryAfterSeconds: waits.randomElement(using: &random) ?? nil)
  }
}
