import CloudClient
import CloudPlanFile
import CommandSupport
import Foundation
import LocalFiles

/// The folder of a cloud that does not run, and cannot be started as long as this is there.
struct StoppedCloud {
  let directory: URL
  /// Whether it is the server of this machine, whose systemd unit keeps the data there.
  let isOfMachine: Bool
  private let lock: FileLock

  /// Locks a folder, which is made where it is missing; nil means that of the embedded cloud.
  ///
  /// Throws if the cloud runs.
  init(in data: String?, or embedded: EmbeddedCloud) throws {
    directory = data.map { URL(fileURLWithPath: $0).standardizedFileURL } ?? embedded.directory
    if data != nil { try NamedFolder.make(directory, mode: 0o700) }
    try Paths.makePrivateDirectory(directory)
    isOfMachine = directory.path == ServerFile.standardData
    let stop =
      isOfMachine
      ? "‘sudo systemctl stop zonechat’ stops the server of this machine"
      : "‘zonechat cloud stop’ stops the embedded cloud"
    let lock = try FileLock.tryAcquire(directory.appendingPathComponent("server.lock"))
    guard let lock else {
      throw Failure(
        "The cloud in \(directory.path) is running. Stop it first; \(stop). Nothing was changed.")
    }
    self.lock = lock
  }
}
