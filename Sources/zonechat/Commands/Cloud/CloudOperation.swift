import CloudClient
import CloudModel
import CloudServer
import Foundation

/// How commands that look after a cloud reach it.
///
/// They never start one. From afar they need the administrator token, which they take from the
/// environment variable `ZONECHAT_ADMIN_TOKEN`, so that no list of processes shows it.
struct CloudOperation {
  private let choice: CloudChoice
  private let embedded: EmbeddedCloud

  init(_ options: GlobalOptions) {
    let paths = Paths(environment: Live.environment)
    choice = CloudChoice(option: options.cloud, paths: paths)
    embedded = EmbeddedCloud(paths: paths)
  }

  /// Asks a running cloud.
  func ask<R: Sendable>(_ body: (CloudAdministration) async throws -> R) async throws -> R {
    do {
      let token = Live.environment["ZONECHAT_ADMIN_TOKEN"]
      return try await CloudConnection.with(
        try choice.address(), administratorToken: token
      ) { connection in
        try await body(CloudAdministration(connection: connection))
      }
    } catch let error as CloudError where error.code == .networkUnavailable {
      throw Failure(
        "The cloud does not run (\(error.clause)); ‘zonechat cloud start’ starts the embedded one.")
    }
  }

  /// Asks a running cloud, or looks after the embedded one's files where it does not run.
  func look<R: Sendable>(
    _ ask: (CloudAdministration) async throws -> R, after: (StoreMaintenance) throws -> R
  ) async throws -> R {
    if choice.remembered != nil || embedded.isListening { return try await self.ask(ask) }
    let store = embedded.directory.appendingPathComponent("cloud.sqlite")
    guard FileManager.default.fileExists(atPath: store.path) else {
      throw Failure("There is no cloud in \(embedded.directory.path) yet.")
    }
    guard let lock = try FileLock.tryAcquire(embedded.serverLock) else {
      throw Failure("The cloud is just starting or ending; try again.")
    }
    defer { withExtendedLifetime(lock) {} }
    let opened = try SQLiteStore(.directory(embedded.directory.path))
    let assets = embedded.directory.appendingPathComponent("assets").path
    let outcome = Result {
      try after(
        StoreMaintenance(
          store: opened,
          assetsDirectory: FileManager.default.fileExists(atPath: assets) ? assets : nil,
          surroundings: Live.surroundings))
    }
    try opened.close()
    return try outcome.get()
  }
}
