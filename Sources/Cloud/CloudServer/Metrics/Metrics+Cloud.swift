import CloudCore
import CloudPostgres
import CloudRules
import CloudStorage
import PostgresClient

extension Metrics {
  /// The metrics of a cloud, read from its parts.
  convenience init(
    connections: Connections, courier: NotificationCourier, cloud: Cloud,
    store: any CloudStore, shared: SharedServer?, freeSpace: FreeSpace?
  ) {
    self.init()
    add("zonechat_connections", "Open connections.") { Double(connections.openCount) }
    add("zonechat_polls_waiting", "Notification polls that wait for an event.") {
      Double(courier.waitingCount)
    }
    add("zonechat_notifications_queued", "Notifications that wait for a poll.") {
      Double(courier.queuedCount)
    }
    add(
      Gauge(name: "zonechat_stored", help: "Stored accounts, zones and records.") {
        guard let census = try? cloud.census() else { return [] }  // `/extension/ready` says why.
        return [
          (["kind": "accounts"], Double(census.accounts)),
          (["kind": "zones"], Double(census.zones)),
          (["kind": "records"], Double(census.records)),
        ]
      })
    add(
      Gauge(
        name: "zonechat_faults_fired_total", help: "Faults that fired, by effect.",
        kind: "counter"
      ) {
        cloud.conditions.faults.firedCounts.sorted { $0.key < $1.key }
          .map { (["effect": $0.key], Double($0.value)) }
      })
    add(
      Gauge(
        name: "zonechat_damaged_rows_total",
        help: "Damaged rows that were left out of answers.", kind: "counter"
      ) { [([:], Double(cloud.damage.value))] })
    if let freeSpace, freeSpace.bytes != nil {
      add("zonechat_free_bytes", "Free bytes of the disk with the store.") {
        Double(freeSpace.bytes ?? 0)
      }
    }
    if let database = store as? PostgresStore { add(database) }
    if let courier = shared?.courier {
      add("zonechat_servers_heard", "1 while the wakes of other servers are heard.") {
        courier.isHearing ? 1 : 0
      }
      add("zonechat_wake_age_seconds", "Seconds since the last look at the feeds.") {
        Double(courier.secondsSinceLook)
      }
    }
    // A store in memory has no files, and files that cannot be read are left out.
    guard let files = store as? any FileStore, (try? files.fileBytes()) != nil else { return }
    add("zonechat_store_bytes", "Bytes of the store's files.") {
      Double(try files.fileBytes() ?? 0)
    }
  }

  private func add(_ database: PostgresStore) {
    add(
      Gauge(name: "zonechat_database_connections", help: "Connections to the database.") {
        let figures = database.figures
        return [
          (["state": "used"], Double(figures.used)),
          (["state": "free"], Double(figures.open - figures.used)),
        ]
      })
    add("zonechat_database_requests_waiting", "Requests that wait for a thread of the store.") {
      Double(database.waitingCount)
    }
    let counters: [(String, String, @Sendable (PostgresStore) -> Double)] = [
      ("uses_total", "Uses of a connection.", { Double($0.figures.uses) }),
      (
        "wait_seconds_total", "Time that all uses have waited for a connection.",
        { $0.figures.waited / .seconds(1) }
      ),
      (
        "refused_total", "Uses and requests that got no connection or thread in time.",
        { Double($0.figures.refused + $0.refusedCount) }
      ),
      ("retries_total", "Transactions that ran again.", { Double($0.figures.repeated) }),
      ("opened_total", "Connections that were opened.", { Double($0.figures.opened) }),
      (
        "failed_total", "Connections that could not be opened, or broke.",
        { Double($0.figures.failed + $0.figures.broken) }
      ),
      ("round_trips_total", "Round trips.", { Double($0.roundTrips) }),
    ]
    for (name, help, read) in counters {
      add(
        Gauge(name: "zonechat_database_" + name, help: help, kind: "counter") {
          [([:], read(database))]
        })
    }
    add("zonechat_database_longest_wait_seconds", "The longest wait for a connection so far.") {
      database.figures.longestWait / .seconds(1)
    }
  }
}
