import CloudCore
import CloudModel
import CloudStorage
import CloudWire

/// `check`, `repair` and `backup`.
struct MaintenanceRoutes: Sendable {
  let cloud: Cloud
  let maintenance: StoreMaintenance

  @Sendable func check(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    try maintenance.check()
  }

  @Sendable func repair(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    try call.requireNoBody()
    return RepairReport(try cloud.repair())
  }

  /// Only at the Unix socket: the cloud writes the file on its own machine and as its own user.
  @Sendable func backUp(_ call: AdministratorCall) throws -> any Encodable & Sendable {
    guard call.context.isLocal else {
      throw CloudError(
        .permissionFailure,
        "A backup is made only over the cloud's Unix socket, on its machine. ‘zonechat cloud export’ "
          + "works over TCP too.")
    }
    let order: BackupRequest = try call.json()
    return try maintenance.backUp(
      to: order.path, replacing: order.force ?? false, sharing: order.earlier)
  }
}
