import CloudDevices
import Foundation
import LocalFiles
import Processes

#if canImport(Glibc)
import Glibc
#endif

extension TestCloud {
  /// Where a test's cloud runs.
  public enum Place: Sendable, Equatable {
    /// In the process of the tests.
    case here
    /// In a process of its own, which ends with that of the tests, whatever ends that.
    ///
    /// `program` is the path of `zonechat`. Without it the program is the one that the environment variable
    /// ZONECHAT_PROGRAM names, or else the first in PATH.
    case process(program: String? = nil)
  }
}

/// The program `zonechat`, which runs a cloud for tests in a process of its own.
struct CloudProgram {
  /// How long the cloud may take until it listens, and between two looks whether it does.
  private static let (limit, pause) = (Duration.seconds(30), Duration.milliseconds(5))

  private let path: String

  /// Throws `TestCloudError` where there is no such program.
  init(_ path: String?) throws(TestCloudError) {
    let environment = Machine.environment
    let named = path ?? environment["ZONECHAT_PROGRAM"]
    let places =
      named.map { [$0] }
      ?? (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/zonechat" }
    guard let found = places.first(where: { access($0, X_OK) == 0 }) else {
      throw TestCloudError(
        reason: named.map { "There is no program at \($0)." }
          ?? "There is no program ‘zonechat’ in PATH. Give its path, or set ZONECHAT_PROGRAM.")
    }
    self.path = found
  }

  /// Starts a cloud; returns when it listens.
  func start(
    _ containers: String, seed: UInt64?
  ) async throws -> (cloud: LocalCloud, processID: Int32) {
    // What is in it is needed only until the cloud listens.
    let folder: URL
    do { folder = try TemporaryPlace.makeFolder("zonechat-cloud-process") } catch {
      throw TestCloudError(
        reason: "No folder can be made for the files of a cloud (\(SystemReason.of(error))).")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let (plan, ready, errors) = (
      folder.appendingPathComponent("containers.toml"), folder.appendingPathComponent("ready"),
      folder.appendingPathComponent("errors")
    )
    try Data(containers.utf8).write(to: plan)
    var words = [path, "cloud", "serve", "--ephemeral", "--listen", "127.0.0.1:0"]
    words += ["--ready-file", ready.path, "--containers", plan.path, "--exit-with-parent"]
    if let seed { words += ["--seed", String(seed)] }
    let process = try LineProcess(
      words, environment: Machine.environment, errors: errors.path)
    do {
      let (url, token) = try await address(in: ready, of: process, errors)
      let cloud = try LocalCloud(at: url, administratorToken: token) { await Self.end(process) }
      return (cloud, process.id)
    } catch {
      await Self.end(process)
      throw error
    }
  }

  /// What the ready file says, when it is there; it is written whole.
  private func address(
    in ready: URL, of process: LineProcess, _ errors: URL
  ) async throws -> (URL, token: String) {
    let clock = ContinuousClock()
    let end = clock.now + Self.limit
    // Until then it is not there.
    while (try? ready.checkResourceIsReachable()) != true {
      guard !process.hasEnded, clock.now < end else {
        let words = try String(contentsOf: errors, encoding: .utf8)
        throw TestCloudError(
          reason:
            "\(path) has not become ready: \(words.trimmingCharacters(in: .whitespacesAndNewlines))"
        )
      }
      try await Task.sleep(for: Self.pause)
    }
    let lines = try String(contentsOf: ready, encoding: .utf8).split(separator: "\n")
    let token = lines.last?.split(separator: " ").last.map(String.init)
    guard let url = lines.first.flatMap({ URL(string: String($0)) }), lines.count > 1, let token
    else {
      throw TestCloudError(reason: "The ready file of \(path) cannot be read.")
    }
    return (url, token)
  }

  /// Ends the program in its orderly way, and waits until it has ended.
  private static func end(_ process: LineProcess) async {
    await withCheckedContinuation { continuation in
      // It answers what it has accepted, and so may take a moment.
      Thread.detachNewThread {
        process.end(with: SIGTERM)
        continuation.resume()
      }
    }
  }
}
