import CloudClient
import CloudModel
import CloudWire
public import Foundation

extension TestCloud {
  /// The cloud's time.
  public func now() async throws -> Date {
    try await asking { Date(millisecondsSince1970: try await $0.clock().now) }
  }

  /// Lets the cloud's time stand still, until `resumeClock()` or `reset()`; `advance(by:)` moves it on all the same.
  ///
  /// Queries that wait, and throttles, wait until it is moved.
  public func freezeClock() async throws {
    _ = try await asking { try await $0.change(ClockRequest(isFrozen: true)) }
  }

  /// Lets the cloud's time go on, from where it stood.
  public func resumeClock() async throws {
    _ = try await asking { try await $0.change(ClockRequest(isFrozen: false)) }
  }

  /// Remembers the present state under a name: data, accounts, sessions, schemas and limits.
  ///
  /// At most 16 are kept, also over a `reset()`.
  ///
  /// - Parameter name: of letters, digits, `-` and `_`; one that is taken is replaced.
  /// - Throws: `TestCloudError`.
  public func takeSnapshot(_ name: String = "start") async throws {
    try await asking { try await $0.makeSnapshot(name) }
  }

  /// Puts the cloud back to a state that was remembered; faults end, and the clock goes on.
  ///
  /// A `TestAccount` of then is signed in again, and one that was made since is gone. A `TestDevice` signs in again by
  /// itself, and fetches everything anew: change tokens from before are not valid any more.
  public func restoreSnapshot(_ name: String = "start") async throws {
    try await asking { try await $0.restoreSnapshot(name) }
    cloud.noteReset()
  }

  /// The names of the states that are remembered.
  public func snapshots() async throws -> [String] {
    try await asking { try await $0.snapshots() }
  }

  /// Forgets a state.
  public func deleteSnapshot(_ name: String) async throws {
    try await asking { try await $0.deleteSnapshot(name) }
  }
}
