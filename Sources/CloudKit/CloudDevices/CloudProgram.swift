import CloudClient
package import CloudModel
import Foundation
import LocalFiles
import Processes

#if canImport(Glibc)
import Glibc
#endif

/// The program `zonechat`, which runs a cloud in a process of its own.
///
/// The cloud listens on a free port of 127.0.0.1, keeps everything in memory, and ends with the process that has
/// started it, whatever ends that.
package struct CloudProgram: Sendable {
  /// The time that the cloud may take until it listens, and the time between two looks for its ready file.
  private static let (limit, pause) = (Duration.seconds(30), Duration.milliseconds(5))

  private let path: String
  private let environment: [String: String]

  /// Takes the program at `path`; without a path, the one that ZONECHAT_PROGRAM names, or else the first beside the
  /// program of this process and in PATH.
  ///
  /// Throws `.serviceUnavailable` where there is none.
  package init(
    _ path: String? = nil, environment: [String: String] = Machine.environment
  ) throws(CloudError) {
    let variable = environment["ZONECHAT_PROGRAM"].flatMap { $0.isEmpty ? nil : $0 }
    let named = path ?? variable
    guard let found = (named.map { [$0] } ?? Self.places(environment)).first(where: Self.isProgram)
    else {
      throw CloudError(
        .serviceUnavailable,
        named.map { "There is no program at \($0)." }
          ?? "There is no program ‘zonechat’ beside this program or in PATH. "
          + "Install it, or set ZONECHAT_PROGRAM to its path.")
    }
    self.path = found
    self.environment = environment
  }

  /// Where the program may be: SwiftPM builds it beside the programs of a package that depends on this one.
  private static func places(_ environment: [String: String]) -> [String] {
    var folders = (environment["PATH"] ?? "").split(separator: ":").map { String($0) }
    // Where the system does not say which program this is, it has no folder.
    if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      folders.insert(URL(fileURLWithPath: own).deletingLastPathComponent().path, at: 0)
    }
    return folders.map { $0 + "/zonechat" }
  }

  private static func isProgram(_ path: String) -> Bool {
    // A folder has the right to be entered.
    guard let status = FileStatus(path), status.mode & S_IFMT == S_IFREG else { return false }
    return access(path, X_OK) == 0
  }

  /// Starts a cloud; returns when it listens.
  ///
  /// Throws `.serviceUnavailable` with the program's own words if it does not listen in time.
  package func start(_ start: CloudStart = CloudStart()) async throws -> StartedCloud {
    // What is in it is needed only until the cloud listens.
    let folder: URL
    do { folder = try TemporaryPlace.makeFolder("zonechat-cloud-process") } catch {
      throw CloudError(
        .serviceUnavailable,
        "No folder can be made for the files of a cloud (\(SystemReason.of(error))).")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let (plan, ready, errors) = (
      folder.appendingPathComponent("containers.toml"), folder.appendingPathComponent("ready"),
      folder.appendingPathComponent("errors")
    )
    var words = [path, "cloud", "serve", "--ephemeral", "--listen", "127.0.0.1:0"]
    words += ["--ready-file", ready.path, "--containers", plan.path, "--exit-with-parent"]
    if let seed = start.seed { words += ["--seed", String(seed)] }
    if start.keepsBodies { words.append("--journal-bodies") }
    let process: LineProcess
    do {
      try Data(start.containers.utf8).write(to: plan)
      // In a session of its own: Ctrl+C is for the program of this process, which may want to save something then.
      process = try LineProcess(
        words, environment: environment, errors: errors.path, flags: SpawnAttributes.newSession)
    } catch {
      throw CloudError(
        .serviceUnavailable, "\(path) cannot be started (\(SystemReason.of(error))).")
    }
    do {
      return try await cloud(readyIn: ready, process, errors)
    } catch {
      await Self.end(process)
      throw error
    }
  }

  /// The cloud, when its ready file is there; it is written whole.
  private func cloud(readyIn ready: URL, _ process: LineProcess, _ errors: URL) async throws
    -> StartedCloud
  {
    let clock = ContinuousClock()
    let end = clock.now + Self.limit
    // Nothing tells this process that the file is there, so it is looked for. An error means that it is not there yet.
    while (try? ready.checkResourceIsReachable()) != true {
      guard !process.hasEnded, clock.now < end else {
        let words = try String(contentsOf: errors, encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)
        throw CloudError(.serviceUnavailable, "\(path) has not become ready: \(words)")
      }
      try await Task.sleep(for: Self.pause)
    }
    let lines = try String(contentsOf: ready, encoding: .utf8).split(separator: "\n")
    let token = lines.last?.split(separator: " ").last.map(String.init)
    guard let url = lines.first.flatMap({ URL(string: String($0)) }), lines.count > 1, let token
    else {
      throw CloudError(.serviceUnavailable, "The ready file of \(path) cannot be read.")
    }
    let connection = CloudConnection(
      to: try CloudAddress(url.absoluteString), administratorToken: token,
      absence: {
        process.hasEnded
          ? "The cloud that this program has started has ended. Start this program again." : nil
      })
    return StartedCloud(
      url: url, administratorToken: token, connection: connection, processID: process.id,
      stop: { await Self.end(process) })
  }

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
