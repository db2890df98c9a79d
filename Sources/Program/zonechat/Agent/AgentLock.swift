import CommandSupport
import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// The place of the one agent of a profile: a lock, on a file that says which process has it.
struct AgentLock: Sendable {
  /// The agent that runs.
  struct Holder: Sendable, Codable {
    var processID: pid_t
    var since: Date
  }

  private let profile: Profile
  private var file: URL { profile.agentLock }

  init(of profile: Profile) {
    self.profile = profile
  }

  /// The holder of the place; nil if no agent runs.
  var holder: Holder? {
    // The file stays when an agent has ended, and the lock does not.
    guard let data = try? Data(contentsOf: file), (try? profile.isAgentRunning()) == true else {
      return nil
    }
    return try? JSONDecoder().decode(Holder.self, from: data)
  }

  /// Takes the place for this process, until the returned value is gone.
  ///
  /// Throws a sentence if another agent has it.
  func take() async throws(Failure) -> FileLock {
    // Whoever asks whether an agent runs has the lock for a moment. The sleep is cancelled only when the process
    // ends.
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
