import CloudCore
import CloudRules
import CloudStorage

extension Metrics {
  /// The metrics of a cloud, read from its parts.
  convenience init(
    connections: Connections, courier: NotificationCourier, cloud: Cloud,
    store: any CloudStore, freeSpace: FreeSpace?
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
        guard let census = try? cloud.census() else { return [] }  // `/extension/health` says why.
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
    // A store in memory has no files, and files that cannot be read are left out.
    guard let files = store as? any FileStore, (try? files.fileBytes()) != nil else { return }
    add("zonechat_store_bytes", "Bytes of the store's files.") {
      Double(try files.fileBytes() ?? 0)
    }
  }
}
