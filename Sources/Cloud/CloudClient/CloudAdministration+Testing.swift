package import CloudModel
package import CloudWire
import NIOCore
import NIOHTTP1

/// The operations that the tests of a program need.
///
/// Each throws `.permissionFailure` for anybody but the administrator.
extension CloudAdministration {
  /// Puts the cloud back to its start, or only one container.
  package func reset(container: String? = nil) async throws(CloudError) {
    let _: [String: String] = try await connection.send(
      .POST, "/extension/1/reset", json: ResetRequest(container: container))
  }

  /// Remembers the present state of a cloud that keeps nothing.
  package func makeSnapshot(_ name: String) async throws(CloudError) {
    let _: [String: String] = try await connection.send(
      .POST, "/extension/1/snapshots/\(name)")
  }

  /// Puts the cloud back to a remembered state.
  package func restoreSnapshot(_ name: String) async throws(CloudError) {
    let _: [String: String] = try await connection.send(
      .POST, "/extension/1/snapshots/\(name)/restore")
  }

  package func snapshots() async throws(CloudError) -> [String] {
    let answer: SnapshotsResponse = try await connection.send(.GET, "/extension/1/snapshots")
    return answer.snapshots
  }

  package func deleteSnapshot(_ name: String) async throws(CloudError) {
    let _: [String: String] = try await connection.send(
      .DELETE, "/extension/1/snapshots/\(name)")
  }

  package func clock() async throws(CloudError) -> ClockState {
    try await connection.send(.GET, "/extension/1/clock")
  }

  package func change(_ clock: ClockRequest) async throws(CloudError) -> ClockState {
    try await connection.send(.POST, "/extension/1/clock", json: clock)
  }

  /// The requests after a number that match `filter`; waits up to `seconds` for the first request after it.
  ///
  /// `filter` has values of `account`, `container`, `database`, `operation` and `zone`, and `true` for `bodies` and
  /// `reveal`.
  package func requests(
    after number: Int64 = 0, waiting seconds: Int = 0, filter: [(name: String, value: String)] = []
  ) async throws(CloudError) -> RequestsResponse {
    try await connection.send(
      .GET, "/extension/1/requests",
      query: [(name: "after", value: "\(number)"), (name: "wait", value: "\(seconds)")] + filter,
      timeout: .seconds(Int64(seconds) + 30))
  }

  /// Lets the journal keep the bodies of requests from now on, or not.
  package func change(_ journal: JournalSettings) async throws(CloudError) -> JournalSettings {
    try await connection.send(.POST, "/extension/1/journal", json: journal)
  }

  /// The changes of records that clients have asked for, as far as the journal keeps bodies.
  ///
  /// Throws `.serverRecordChanged` if there are not as many as the match expects; the reason says what there is.
  package func changes(_ match: ChangeMatch) async throws(CloudError) -> ChangesResponse {
    try await connection.send(.POST, "/extension/1/requests/count", json: match)
  }
}
