package import Foundation
import LocalFiles
import Processes

#if canImport(Glibc)
import Glibc
#endif

/// A temporary folder as the home of a cloud and its people: for the demo, the measurements and scenarios.
///
/// Its keeper is a process that removes everything when this one has ended, however it has ended. Where the keeper
/// was killed too, the next temporary home in the same place removes what was left. Both processes share the folder's
/// lock, which the system ends with them.
package struct TemporaryHome: Sendable {
  private static let prefix = "zonechat-demo"

  package let folder: URL
  private let share: ProcessFolder
  /// The keeper, and the end of its pipe that tells it that this process lives.
  private let keeper: (process: pid_t, pipe: Int32)

  /// A folder below `place`.
  package init(in place: URL = FileManager.default.temporaryDirectory) throws {
    ProcessFolder.removeAbandoned(in: place, prefix: Self.prefix + "-") {
      HomeKeeperCommand.isUsed(home: $0)
    }
    do {
      folder = try TemporaryPlace.makeFolder(Self.prefix, in: place)
      // Made again with its lock; somebody else's folder of the same name would be refused.
      rmdir(folder.path)
      share = try ProcessFolder(at: folder.path, .shared)
    } catch {
      throw Failure("No folder can be made in \(place.path). Check its rights and the disk.")
    }
    keeper = try Self.startKeeper(of: folder)
  }

  private static func startKeeper(of folder: URL) throws(Failure) -> (pid_t, Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw Failure("The system gave no pipe (\(String(cString: strerror(errno)))).")
    }
    // No program that is started here may hold this end: its life would count as this process's.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let process = try BackgroundProcess.start(
      arguments: ["zonechat", HomeKeeperCommand.name, folder.path], log: "/dev/null", pipe: ends[0])
    return (process, ends[1])
  }

  /// In memory, where the system has a place for that.
  package static var memory: URL {
    let memory = "/dev/shm"
    return FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
  }

  package var shell: HomeShell { HomeShell(folder: folder) }

  /// Has the keeper remove everything, and waits until it has.
  package func tearDown() {
    defer { withExtendedLifetime(share) {} }
    close(keeper.pipe)
    var status: Int32 = 0
    while waitpid(keeper.process, &status, 0) < 0, errno == EINTR {}
    if FileManager.default.fileExists(atPath: folder.path) {
      Output.problem("\(folder.path) could not be removed. Remove it yourself.")
    }
  }
}
