import CloudInProcess
import CloudRules
import Foundation

extension Metrics {
  /// The metrics of a cloud, read from its parts.
  convenience init(
    connections: Connections, courier: NotificationCourier, cloud: Cloud,
    storage: CloudHost.Configuration.Storage
  ) {
    self.init()
    add("zonechat_connections", "Connections that are open.") { Double(connections.openCount) }
    add("zonechat_polls_waiting", "Notification polls that are held.") {
      Double(courier.waitingCount)
    }
    add("zonechat_notifications_queued", "Notifications that wait for a poll.") {
      Double(courier.queuedCount)
    }
    add(
      Gauge(name: "zonechat_stored", help: "Accounts, zones and living records.") {
        guard let census = try? cloud.census() else { return [] }  // `/extension/health` says why.
        return [
          (["kind": "accounts"], Double(census.accounts)),
          (["kind": "zones"], Double(census.zones)),
          (["kind": "records"], Double(census.records)),
        ]
      })
    add(
      Gauge(
        name: "zonechat_faults_fired_total", help: "Ordered faults that fired, by effect.",
        kind: "counter"
      ) {
        cloud.conditions.faults.firedCounts.sorted { $0.key < $1.key }
          .map { (["effect": $0.key], Double($0.value)) }
      })
    add(
      Gauge(
        name: "zonechat_damaged_rows_total",
        help: "Times that a row which cannot be read was left out of an answer.", kind: "counter"
      ) { [([:], Double(cloud.damage.value))] })
    if case .directory(let path) = storage {
      add("zonechat_store_bytes", "Bytes of the store's files.") {
        try ["cloud.sqlite", "cloud.sqlite-wal"].reduce(0) { sum, name in
          let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
          return sum + ((attributes[.size] as? NSNumber)?.doubleValue ?? 0)
        }
      }
    }
  }
}
