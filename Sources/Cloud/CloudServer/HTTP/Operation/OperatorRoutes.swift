import CloudCore
import CloudModel
import CloudStorage
import HTTPTypes
import Hummingbird

/// `/extension/1/…` for operators: faults, limits, inspection, events of zones, checks, repair and
/// backups.
struct OperatorRoutes: Sendable {
  let authenticator: Authenticator
  let cloud: Cloud
  let veil: TextVeil
  let maintenance: StoreMaintenance

  func add(to router: Router<CloudRequestContext>) {
    let faults = FaultRoutes(faults: cloud.conditions.faults)
    add("faults", [.get: faults.list, .post: faults.add, .delete: faults.clear], to: router)
    add("faults/:id", [.get: faults.show, .delete: faults.remove], to: router)
    let limits = LimitRoutes(cloud: cloud)
    add("limits", [.get: limits.show, .post: limits.change], to: router)
    let inspection = InspectionRoutes(store: cloud.store, veil: veil)
    authenticator.administer(
      router, "extension/1/inspect/:subject", parameters: InspectionRoutes.parameters,
      [.get: inspection.inspect])
    let endings = ZoneEndingRoutes(cloud: cloud, defaultPartition: authenticator.defaultPartition)
    add("zones/expire-tokens", [.post: endings.expireTokens], to: router)
    add("zones/purge", [.post: endings.purge], to: router)
    add("zones/reset-encryption", [.post: endings.resetEncryption], to: router)
    let maintenance = MaintenanceRoutes(cloud: cloud, maintenance: maintenance)
    add("check", [.get: maintenance.check], to: router)
    add("repair", [.post: maintenance.repair], to: router)
    add("backup", [.post: maintenance.backUp], to: router)
  }

  private func add(
    _ path: String, _ handlers: [HTTPRequest.Method: AdministratorCall.Handler],
    to router: Router<CloudRequestContext>
  ) {
    authenticator.administer(router, "extension/1/\(path)", handlers)
  }
}
