package import CloudClient
package import CloudDevices
package import CloudModel
package import Foundation
import Synchronization

/// The cloud of one test or run, wherever it runs.
package final class LocalCloud: AdministeredCloud {
  private let started: StartedCloud
  private let resets = Atomic(0)

  package init(_ started: StartedCloud) { self.started = started }

  package var url: URL { started.url }
  package var administratorToken: String { started.administratorToken }
  /// A connection with the administrator's rights.
  package var connection: CloudConnection { started.connection }
  /// The id of the cloud's own process, where it has one and this process has started it.
  package var processID: Int32? { started.processID }

  /// How often sessions that were open have ended all at once.
  package var generation: Int { resets.load(ordering: .relaxed) }

  /// A container as a user has it, without the faults of the cloud and its journal.
  package func container(
    _ identifier: String, actingAs userRecordName: String, in environment: CloudEnvironment
  ) -> any CloudContainer {
    HTTPCloudContainer(
      administrator: connection, actingAs: userRecordName, container: identifier,
      environment: environment)
  }

  /// Says that all accounts and sessions are gone.
  package func noteReset() { resets.add(1, ordering: .relaxed) }

  /// Ends the cloud: requests that it has accepted are answered first.
  package func stop() async throws { try await started.end() }
}
