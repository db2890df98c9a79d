/// A place on the way of a message, as the trace names it.
struct MessageStep: Sendable {
  enum Place: String, Sendable { case writer, cloud, reader }

  /// The event of a row that a window shows.
  static let shown = "shown"

  var place: Place
  var event: String
  var operation: String?
  /// The index of the step before; nil for Enter.
  var after: Int?
  /// A clause that says what has happened when the step is reached.
  var words: String
}

extension MessageStep {
  private typealias Description = (place: Place, event: String, operation: String?, words: String)

  /// From Enter to the reader's screen.
  private static let way: [Description] = [
    (.writer, "committed", nil, "message and outbox row are on disk"),
    (.writer, "replicaChanged", nil, "the engine has heard the doorbell"),
    (.writer, "pendingWorkRead", nil, "it knows what waits"),
    (.writer, "asking", "modifyRecords", "the batch is marked on disk"),
    (.cloud, "received", "records/modify", "the request has arrived"),
    (.cloud, "committed", nil, "the record and the feeds are on disk"),
    (.reader, "notified", nil, "the notice has arrived"),
    (.reader, "asking", "databaseChanges", "the place in the database's feed is read"),
    (.cloud, "received", "changes/database", "the request has arrived"),
    (.cloud, "answered", "changes/database", "the page is read"),
    (.reader, "answered", "databaseChanges", "the answer has arrived"),
    (.reader, "databaseFetched", nil, "the page is applied, and what waits is known"),
    (.reader, "asking", "recordZoneChanges", "the place in the zone's feed is read"),
    (.cloud, "received", "changes/zone", "the request has arrived"),
    (.cloud, "answered", "changes/zone", "the page is read"),
    (.reader, "answered", "recordZoneChanges", "the answer has arrived"),
    (.reader, "committed", nil, "the message is in the replica"),
    (.reader, shown, nil, "the row is on the reader's screen"),
  ]

  /// The steps that happen beside the way, each after a step of the way.
  private static let branches: [(after: Int, steps: [Description])] = [
    (0, [(.writer, shown, nil, "the row is on the writer's screen")]),
    (
      5,
      [
        (.writer, "answered", "modifyRecords", "the answer has arrived"),
        (.writer, "sent", nil, "the answer is applied on disk"),
      ]
    ),
  ]

  /// Those of the way, then those of the branches.
  static let all: [MessageStep] = {
    func step(_ of: Description, after: Int?) -> MessageStep {
      MessageStep(
        place: of.place, event: of.event, operation: of.operation, after: after, words: of.words)
    }
    var steps = way.enumerated().map { step($1, after: $0 == 0 ? nil : $0 - 1) }
    for branch in branches {
      for (place, description) in branch.steps.enumerated() {
        steps.append(step(description, after: place == 0 ? branch.after : steps.count - 1))
      }
    }
    return steps
  }()

  /// Whether the reader waits for the step.
  static func isOnWay(_ index: Int) -> Bool { index < way.count }
}

/// A step on the way of several messages.
package struct TracedStep: Sendable, Encodable, Equatable {
  /// `writer`, `cloud` or `reader`.
  package var process: String
  package var event: String
  package var operation: String?
  /// A clause that says what has happened when the step is reached.
  package var words: String
  /// Whether the reader waits for the step.
  package var isOnWay: Bool
  /// Milliseconds from Enter to the step: the median, and the 99th percentile.
  package var sinceEnter: Double
  package var sinceEnterP99: Double
  /// Milliseconds from the step before it: the median.
  package var took: Double
  /// The number of messages that were followed.
  package var count: Int

  /// The steps, from the milliseconds at which each message has reached each; nil where there is no message.
  static func all(of ways: [[Double]]) -> [TracedStep]? {
    guard !ways.isEmpty else { return nil }
    return MessageStep.all.indices.compactMap { index in
      let step = MessageStep.all[index]
      guard let since = Distribution(ways.map { $0[index] }),
        let took = Distribution(ways.map { way in way[index] - (step.after.map { way[$0] } ?? 0) })
      else { return nil }
      return TracedStep(
        process: step.place.rawValue, event: step.event, operation: step.operation,
        words: step.words, isOnWay: MessageStep.isOnWay(index), sinceEnter: since.median,
        sinceEnterP99: since.percentile(99), took: took.median, count: since.count)
    }
  }
}

/// The steps as lines for people.
package enum TraceTable {
  /// A heading, the way to the reader's screen, and what happens beside it.
  package static func lines(_ steps: [TracedStep]) -> [String] {
    let (way, beside) = (steps.filter(\.isOnWay), steps.filter { !$0.isOnWay })
    return ["   since     took", "   Enter          "] + way.map(line) + ["beside it:"]
      + beside.map(line)
  }

  private static func line(_ step: TracedStep) -> String {
    let operation = step.operation.map { " (\($0))" } ?? ""
    return column(step.sinceEnter) + " " + column(step.took) + "  "
      + step.process.padding(toLength: 7) + step.words + operation
  }

  private static func column(_ milliseconds: Double) -> String {
    let text = FigureTable.decimal(milliseconds)
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
  }
}

extension String {
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
