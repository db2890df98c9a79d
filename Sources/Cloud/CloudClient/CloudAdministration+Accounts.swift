package import CloudModel
package import CloudWire
import NIOHTTP1

/// The accounts of a cloud, for its administrator.
///
/// Each throws `.permissionFailure` for everybody else, and `.unknownItem` for an account that does not exist.
extension CloudAdministration {
  /// One page of the accounts, in the order of their names; nil begins them.
  package func accounts(after name: String? = nil) async throws(CloudError) -> AccountsResponse {
    try await connection.send(
      .GET, "/extension/1/administration/accounts",
      query: name.map { [(name: "after", value: $0)] } ?? [])
  }

  /// Returns the account as it is after the change.
  package func change(
    account name: String, _ change: AccountChange
  ) async throws(CloudError) -> AccountEntry {
    try await connection.send(.POST, Self.path(name), json: change, timeout: Self.workTimeout)
  }

  package func delete(account name: String) async throws(CloudError) -> DeletionReport {
    try await connection.send(.DELETE, Self.path(name), timeout: Self.workTimeout)
  }

  /// One page of what administrators did, oldest first; nil begins it.
  package func administrationLog(
    after id: Int64? = nil
  ) async throws(CloudError) -> AdministrationLogResponse {
    try await connection.send(
      .GET, "/extension/1/administration/log",
      query: id.map { [(name: "after", value: String($0))] } ?? [])
  }

  private static func path(_ account: String) -> String {
    "/extension/1/administration/accounts/\(CloudConnection.escaped(account))"
  }
}
