import Composition
import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// The place of the one agent of a profile: a lock, on a file that says which process has it.
struct AgentSeat: Sendable {
  /// The agent that runs.
  struct Holder: Sendable, Codable {
    var processID: pid_t
    var since: Date
  }

  private let file: URL

  init(of profile: Profile) {
    file = profile.agentLock
  }

  /// Who has the place; nil if no agent runs.
  var holder: Holder? {
    // The file stays when an agent has ended, and the lock does not.
    guard let data = try? Data(contentsOf: file), isTaken else { return nil }
    return try? JSONDecoder().decode(Holder.self, from: data)
  }

  private var isTaken: Bool {
    do { return try FileLock.tryAcquire(file) == nil } catch { return false }
  }

  /// Takes the place for this process, until the returned value is gone.
  ///
  /// Throws a sentence if another agent has it.
  func take() async throws(Failure) -> FileLock {
    // Whoever asks whether an agent runs has the lock for a moment.
    for attempt in 1...3 {
      if let lock = try FileLock.tryAcquire(file) {
        try write(Holder(processID: getpid(), since: Live.now()), to: lock.descriptor)
        return lock
      }
      if attempt < 3 { try? await Task.sleep(for: .milliseconds(50)) }
    }
    let process = holder.map { " (process \($0.processID))" } ?? ""
    throw Failure("An agent of this profile runs already\(process).")
  }

  private func write(_ holder: Holder, to descriptor: Int32) throws(Failure) {
    let data = (try? JSONEncoder().encode(holder)) ?? Data()
    let count = data.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard count == data.count, ftruncate(descriptor, off_t(data.count)) == 0 else {
      throw Failure("\(file.path) cannot be written (\(String(cString: strerror(errno)))).")
    }
  }
}
