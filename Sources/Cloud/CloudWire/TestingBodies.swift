package import CloudModel

// Routes for the tests of programs that use the cloud.

/// `POST /extension/1/clock`: moves the cloud's time.
///
/// One of `now` and `advance` at most.
package struct ClockRequest: Codable, Sendable {
  /// The new time, in milliseconds since 1970.
  package var now: Int64?
  /// By how many seconds to move it on.
  package var advance: Double?
  /// Whether the clock stops from now on; false lets it run.
  package var isFrozen: Bool?

  package init(now: Int64? = nil, advance: Double? = nil, isFrozen: Bool? = nil) {
    self.now = now
    self.advance = advance
    self.isFrozen = isFrozen
  }
}

/// `POST /extension/1/reset`: puts the cloud, or one container, back to its start.
package struct ResetRequest: Codable, Sendable {
  /// Nil puts everything back.
  package var container: String?

  package init(container: String? = nil) { self.container = container }
}

/// The answer to `GET /extension/1/snapshots`.
package struct SnapshotsResponse: Codable, Sendable {
  /// Their names, sorted.
  package var snapshots: [String]

  package init(snapshots: [String]) { self.snapshots = snapshots }
}

/// The answer to `POST /extension/1/import`: the new contents of the cloud.
package struct ImportResponse: Codable, Sendable, Equatable {
  package var accounts: Int
  package var zones: Int
  package var records: Int
  /// Files of assets that came with it.
  package var assets: Int

  package init(accounts: Int, zones: Int, records: Int, assets: Int) {
    self.accounts = accounts
    self.zones = zones
    self.records = records
    self.assets = assets
  }
}

/// `GET` and `POST /extension/1/journal`: what the journal keeps of requests.
package struct JournalSettings: Codable, Sendable, Equatable {
  /// Whether it keeps the bodies too.
  package var bodies: Bool

  package init(bodies: Bool) { self.bodies = bodies }
}

/// The answer to `POST /extension/1/requests/count`, whose body is a `ChangeMatch`.
package struct ChangesResponse: Codable, Sendable {
  package var count: Int
  /// Those that were counted, oldest first; of more than 1,000 the newest.
  package var changes: [JournaledChange]
  /// How many requests of `records/modify` could not be looked into, because the journal has no body of them.
  package var unknown: Int

  package init(count: Int, changes: [JournaledChange], unknown: Int) {
    self.count = count
    self.changes = changes
    self.unknown = unknown
  }
}

/// The answer to `GET /extension/1/requests`.
package struct RequestsResponse: Codable, Sendable {
  /// Oldest first.
  package var requests: [JournaledRequest]
  /// The value of `after` for the next request.
  package var next: Int64

  package init(requests: [JournaledRequest], next: Int64) {
    self.requests = requests
    self.next = next
  }
}
