import CloudClient
import CloudModel
import CloudWire

extension TestCloud {
  /// What the cloud remembers of the requests of clients.
  public enum Journal: Sendable {
    /// Who has asked for what, and what came of it.
    case requests
    /// What was sent too, for `changes(_:)` and `verify(_:_:)`: at most the newest 32 megabytes.
    ///
    /// Keys, tokens and links are left out.
    case bodies
  }

  /// Lets the cloud remember less or more of requests, from now on, until it is changed or `reset()`.
  public func set(_ journal: Journal) async throws {
    _ = try await asking { try await $0.change(JournalSettings(bodies: journal == .bodies)) }
  }

  /// What clients have asked, oldest first.
  ///
  /// - Parameters:
  ///   - number: leaves out the requests up to this one.
  ///   - seconds: how long to wait for the first that is not left out; 30 at most.
  /// - Returns: the requests; none if none came in time.
  /// - Throws: `TestCloudError` where the cloud has ended.
  public func requests(
    after number: Int64 = 0, waiting seconds: Int = 0
  ) async throws -> [TestRequest] {
    try await asking {
      try await $0.requests(after: number, waiting: seconds).requests.map(TestRequest.init)
    }
  }

  /// The changes of records that clients have asked for and that are meant, oldest first; the newest 1,000 at most.
  ///
  /// - Parameter changes: which ones.
  /// - Returns: the changes, also those that have failed.
  /// - Throws: `TestCloudError` where the journal does not have the bodies of all requests that change records.
  public func changes(_ changes: TestChanges = TestChanges()) async throws -> [TestChange] {
    let answer = try await asking { try await $0.changes(changes.match) }
    guard answer.unknown == 0 else {
      throw TestCloudError(
        reason:
          "The journal has no bodies of \(answer.unknown) requests that change records. Start the cloud with "
          + "‘journal: .bodies’.")
    }
    return answer.changes.map(TestChange.init)
  }

  /// Checks how many changes of records clients have asked for.
  ///
  /// ```swift
  /// try await cloud.verify(1, TestChanges(.save, of: "Message", fields: ["text": "hello"]))
  /// ```
  ///
  /// - Parameters:
  ///   - count: how many there should be.
  ///   - changes: which ones are counted.
  /// - Throws: `TestCloudError` with what there is instead.
  public func verify(_ count: Int, _ changes: TestChanges) async throws {
    try await verify(count...count, changes)
  }

  /// Checks how many changes of records clients have asked for: `1...`, `...3`, `2...3`.
  ///
  /// - Parameters:
  ///   - counts: how many there may be.
  ///   - changes: which ones are counted.
  /// - Throws: `TestCloudError` with what there is instead.
  public func verify(
    _ counts: some RangeExpression<Int>, _ changes: TestChanges
  ) async throws {
    let counts = counts.relative(to: 0..<Int.max)
    var match = changes.match
    match.atLeast = counts.lowerBound
    match.atMost = counts.upperBound == .max ? nil : counts.upperBound - 1
    let expectation = match
    _ = try await asking { try await $0.changes(expectation) }
  }
}
