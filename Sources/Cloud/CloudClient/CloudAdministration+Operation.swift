package import CloudModel
package import CloudWire
import NIOCore
import NIOHTTP1

/// The operations of a cloud for its administrator.
///
/// Each throws `.permissionFailure` for everybody else.
extension CloudAdministration {
  package func faults() async throws(CloudError) -> [FaultStatus] {
    let answer: FaultsResponse = try await connection.send(.GET, "/extension/1/faults")
    return answer.faults
  }

  /// Adds all or none.
  package func add(_ faults: [CloudFault]) async throws(CloudError) -> [FaultStatus] {
    let answer: FaultsResponse = try await connection.send(
      .POST, "/extension/1/faults", json: FaultsAddRequest(faults: faults))
    return answer.faults
  }

  package func removeFault(_ id: String) async throws(CloudError) -> FaultStatus? {
    let answer: FaultsResponse = try await connection.send(
      .DELETE, "/extension/1/faults/\(CloudConnection.escaped(id))")
    return answer.faults.first
  }

  /// Returns how many were active.
  package func clearFaults() async throws(CloudError) -> Int {
    let answer: FaultsClearResponse = try await connection.send(.DELETE, "/extension/1/faults")
    return answer.removed
  }

  package func limits() async throws(CloudError) -> CloudLimitSettings {
    try await connection.send(.GET, "/extension/1/limits")
  }

  package func changeLimits(
    _ change: CloudLimitChanges
  ) async throws(CloudError) -> CloudLimitSettings {
    try await connection.send(.POST, "/extension/1/limits", json: change)
  }

  /// One page; `options` are the query parameters of the route.
  package func inspect(
    _ subject: InspectionSubject, options: [(name: String, value: String)]
  ) async throws(CloudError) -> InspectionPage {
    try await connection.send(
      .GET, "/extension/1/inspect/\(subject.rawValue)", query: options)
  }

  package func check() async throws(CloudError) -> CheckReport {
    try await connection.send(.GET, "/extension/1/check", timeout: Self.workTimeout)
  }

  package func repair() async throws(CloudError) -> RepairReport {
    try await connection.send(.POST, "/extension/1/repair", timeout: Self.workTimeout)
  }

  /// `path` is on the cloud's machine; an earlier backup there shares its assets with this one.
  package func backUp(
    to path: String, force: Bool, sharing earlier: String? = nil
  ) async throws(CloudError) -> BackupReport {
    try await connection.send(
      .POST, "/extension/1/backup",
      json: BackupRequest(path: path, force: force, earlier: earlier),
      timeout: Self.workTimeout)
  }

  /// `ending` is `expire-tokens`, `purge` or `reset-encryption`.
  package func end(_ ending: String, _ zone: ZoneEndingRequest) async throws(CloudError) {
    let _: [String: String] = try await connection.send(
      .POST, "/extension/1/zones/\(ending)", json: zone)
  }

  /// Our choice: copying and checking take longer the more data there is.
  static let workTimeout = TimeAmount.hours(1)
}
