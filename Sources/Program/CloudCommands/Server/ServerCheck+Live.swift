import CloudClient
import CloudModel
import CloudPlanFile
import CloudServer
import CloudWire
import CommandSupport
import Foundation
import LocalFiles
import Processes
import TerminalUI

extension ServerCheck {
  /// A check of the server of a file, on its own machine.
  init(_ file: ServerFile) {
    self.init(file, .live(file))
  }

  /// Prints the findings; returns whether everything is as it should be.
  func report(asJSON: Bool) async throws -> Bool {
    let findings = await findings()
    for finding in findings {
      if asJSON {
        try Output.json(finding)
      } else {
        let mark = finding.isSound ? "ok" : "! "
        try Output.line("\(mark)  \(finding.name.padded(to: 11))  \(Output.harmless(finding.text))")
      }
    }
    return findings.allSatisfy(\.isSound)
  }
}

extension ServerCheck.Surroundings {
  /// The real ones.
  fileprivate static func live(_ file: ServerFile) -> ServerCheck.Surroundings {
    ServerCheck.Surroundings(
      now: Live.now,
      ownAddresses: { Set(CloudHost.Configuration.machineAddresses) },
      addresses: { await NetworkProbe.addresses(of: $0) },
      trouble: { await NetworkProbe.trouble(at: $0, port: $1) },
      running: { () async throws(CloudError) in try await running(file) },
      description: { () async throws(CloudError) in try await description(file) },
      sight: { () async throws(CloudError) in try await ServerSight.look(at: file.address) },
      isClockSynchronized: { await isClockSynchronized() },
      freeBytes: { DiskSpace.free(at: $0) },
      openFiles: { openFiles($0) },
      // A folder that cannot be read has no names.
      names: { try? FileManager.default.contentsOfDirectory(atPath: $0) },
      writableFolders: { await writableFolders() })
  }

  private static func running(_ file: ServerFile) async throws(CloudError) -> ServerCheck.Running {
    let connection = CloudConnection(to: try CloudAddress(file.socketAddress), now: Live.now)
    let administration = CloudAdministration(connection: connection)
    let found: Result<ServerCheck.Running, CloudError>
    do throws(CloudError) {
      let status = try await administration.status()
      found = .success(
        ServerCheck.Running(
          version: status.version, processID: status.processID,
          startedAt: status.startedAt.map { Date(millisecondsSince1970: $0) },
          cloudID: try await administration.server().cloudID))
    } catch {
      found = .failure(error)
    }
    await connection.shutDown()
    return try found.get()
  }

  private static func description(
    _ file: ServerFile
  ) async throws(CloudError) -> ServerDescription {
    let trust: ServerTrust
    if file.identity == .selfMade {
      let path = file.data + "/tls/authority.pem"
      do {
        trust = try ServerTrust(pem: try NamedFile.text(path))
      } catch {
        throw CloudError(
          .networkUnavailable,
          "The server's authority cannot be read from \(path). Run this as root, or start the server first."
        )
      }
    } else {
      trust = ServerTrust(kept: nil, environment: Live.environment)
    }
    let connection = CloudConnection(to: CloudAddress(file.address), trust: trust, now: Live.now)
    let found: Result<ServerDescription, CloudError>
    do throws(CloudError) {
      found = .success(try await CloudAdministration(connection: connection).server())
    } catch {
      found = .failure(error)
    }
    await connection.shutDown()
    return try found.get()
  }

  /// Those of both units: the server writes a backup, and the other one removes old ones.
  private static func writableFolders() async -> [String]? {
    var common: Set<String>?
    for unit in [ServerUnit.server, .backup] {
      let answer = await Child.runAside(
        ["systemctl", "show", "--property=ReadWritePaths", "--value", unit.name],
        environment: Live.environment, output: .captured, .killed(after: .seconds(5)))
      guard let answer, answer.code == 0 else { return nil }
      // Source: systemd.exec(5): a path may begin with ‘-’, and then with ‘+’.
      let folders = Set(
        answer.output.split(whereSeparator: \.isWhitespace).map {
          String($0.drop { $0 == "-" || $0 == "+" })
        })
      common = common?.intersection(folders) ?? folders
    }
    return common.map { Array($0) }
  }

  private static func isClockSynchronized() async -> Bool? {
    let answer = await Child.runAside(
      ["timedatectl", "show", "--property=NTPSynchronized", "--value"],
      environment: Live.environment, output: .captured, .killed(after: .seconds(5)))
    return switch answer?.output.trimmingCharacters(in: .whitespacesAndNewlines) {
    case "yes": true
    case "no": false
    default: nil
    }
  }

  /// Source: proc(5), `/proc/PID/limits`.
  private static func openFiles(_ process: Int32) -> Int? {
    // Of another user's process only root can read it.
    let text = try? String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
    let line = (text ?? "").split(separator: "\n").first { $0.hasPrefix("Max open files") }
    return line?.split(separator: " ").dropFirst(3).first.flatMap { Int($0) }
  }
}
