import ChatStore
package import Foundation
package import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// Tells the agent of a profile whether somebody attends to the profile: an open window, or a command that needs the
/// profile for itself.
///
/// 1. Who attends shares a lock on a file, and the system releases it however its holder ends. Then it writes to
///    the file. So an agent that watches the file before it asks for the lock misses nobody.
/// 2. The agent leaves the profile as soon as somebody attends, and waits in the kernel for the end of the lock.
///
/// A window that is stopped with Ctrl+Z does not attend.
package struct Attendance: Sendable {
  private let file: URL

  init(file: URL) {
    self.file = file
  }

  /// Begins to attend, until the returned value is gone.
  ///
  /// - Returns: nil where there can be no file, as on a read-only disk; no agent syncs there either.
  package func begin() -> FileLock? {
    guard let lock = FileLock.share(file) else { return nil }
    var byte = UInt8(ascii: "!")
    // On a full disk the agent does not hear this; it keeps the lease, and the window works through it.
    _ = pwrite(lock.descriptor, &byte, 1, 0)
    return lock
  }

  /// Whether nobody attends to the profile.
  package var isFree: Bool { (try? FileLock.tryAcquire(file)) != nil }

  /// One element for one or more that have begun to attend; ends at once where the file cannot be watched.
  package func beginnings() -> AsyncStream<Void> {
    // Made where it is missing, because only a file that is there can be watched.
    _ = FileLock.share(file)
    return FileWatch.writes(to: file.path)
  }

  /// Returns when nobody attends, or when the task is cancelled.
  package func ended() async {
    let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
    // A thread of its own, which sleeps in the kernel; it is left alone where the task is cancelled.
    Thread.detachNewThread { [file] in
      _ = try? FileLock.acquire(file)
      continuation.finish()
    }
    for await _ in ends {}
  }
}

extension Profile {
  package var attendance: Attendance {
    Attendance(file: directory.appendingPathComponent("attendance.lock"))
  }

  /// Held by the agent of the profile for as long as it lives; the file names its process.
  package var agentLock: URL { directory.appendingPathComponent("agent.lock") }

  package func isAgentRunning() throws(Failure) -> Bool {
    try FileLock.tryAcquire(agentLock) == nil
  }

  /// One element whenever somebody has signed in here; ends at once where there is no profile yet.
  package func signIns() -> AsyncStream<Void> { FileWatch.arrivals(at: accountFile.path) }

  /// A profile that no other process has open, and from which its agent stays away.
  struct SoleUse: Sendable {
    fileprivate let attendance: FileLock?
    fileprivate let use: FileLock
  }

  /// Our choice: how often an agent is asked to leave, and how long it has each time.
  ///
  /// A window that was just closed needs most of it.
  private static let patience = (times: 150, each: Duration.milliseconds(20))

  /// Takes the profile for this process alone, until the returned value is gone.
  ///
  /// Throws a sentence if another process than the agent still has the profile open after a while.
  func useAlone() async throws(Failure) -> SoleUse {
    let attendance = attendance.begin()
    for _ in 0..<Self.patience.times {
      if let use = try FileLock.tryAcquire(useLock) {
        return SoleUse(attendance: attendance, use: use)
      }
      // An agent leaves by itself, and a window may be about to end. The sleep is cancelled only when the process ends.
      try? await Task.sleep(for: Self.patience.each)
    }
    throw Failure(
      "Another zonechat uses the profile ‘\(name)’. Close its window (Ctrl+Q) and try again.")
  }
}
