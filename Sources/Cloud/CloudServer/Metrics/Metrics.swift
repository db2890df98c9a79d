import Synchronization

/// The counters and gauges of a running cloud.
///
/// The labels are routes and error codes, of which there is a fixed number; text from a client
/// never becomes a label.
final class Metrics: Sendable {
  /// The durations of the requests of one operation.
  struct Histogram: Sendable {
    /// Requests that took at most the bound of the same index; not cumulated.
    var counts: [Int]
    var sum: Double = 0

    init() { counts = Array(repeating: 0, count: Metrics.bounds.count + 1) }
  }

  /// A figure that is read each time the metrics are requested.
  struct Gauge: Sendable {
    var name: String
    var help: String
    var kind = "gauge"
    var read: @Sendable () -> [(labels: [String: String], value: Double)]
  }

  struct Answer: Hashable, Sendable {
    var operation: String
    var code: String
  }

  /// Seconds.
  static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private struct State {
    var answers: [Answer: Int] = [:]
    var durations: [String: Histogram] = [:]
    var gauges: [Gauge] = []
  }

  private let state = Mutex(State())

  /// The operations that wait by design; their duration says nothing.
  private static let waiting: Set<String> = ["courier"]

  func answered(operation: String, code: String, seconds: Double) {
    state.withLock { state in
      state.answers[Answer(operation: operation, code: code), default: 0] += 1
      guard !Self.waiting.contains(operation) else { return }
      let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
      state.durations[operation, default: Histogram()].counts[bucket] += 1
      state.durations[operation, default: Histogram()].sum += seconds
    }
  }

  /// Adds a figure that is read each time the metrics are requested.
  ///
  /// Its labels must come from a fixed set.
  func add(_ gauge: Gauge) { state.withLock { $0.gauges.append(gauge) } }

  /// Adds a figure without labels; nothing is shown where it cannot be read.
  func add(_ name: String, _ help: String, _ read: @escaping @Sendable () throws -> Double) {
    add(
      Gauge(name: name, help: help) {
        (try? read()).map { [(labels: [:], value: $0)] } ?? []
      })
  }

  var answers: [Answer: Int] { state.withLock { $0.answers } }
  var durations: [String: Histogram] { state.withLock { $0.durations } }
  var gauges: [Gauge] { state.withLock { $0.gauges } }
}
