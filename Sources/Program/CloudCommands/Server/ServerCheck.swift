package import CloudClient
package import CloudModel
package import CloudPlanFile
package import Foundation
import LocalFiles
import TerminalUI

#if canImport(Glibc)
import Glibc
#endif

/// What can be wrong with a server, seen from its own machine: each thing with the way out.
///
/// Everything that it sees comes through `Surroundings`.
package struct ServerCheck: Sendable {
  package struct Finding: Sendable, Equatable, Encodable {
    package var name: String
    package var isSound: Bool
    /// A clause that says what is true; if something is wrong, a sentence about what to do follows.
    package var text: String
  }

  /// What the server says of itself at its socket.
  package struct Running: Sendable {
    package var version: String
    package var processID: Int32?
    package var startedAt: Date?
    package var cloudID: String

    package init(version: String, processID: Int32?, startedAt: Date?, cloudID: String) {
      self.version = version
      self.processID = processID
      self.startedAt = startedAt
      self.cloudID = cloudID
    }
  }

  /// The machine and the network around the server.
  package struct Surroundings: Sendable {
    package var now: @Sendable () -> Date
    package var ownAddresses: @Sendable () -> Set<String>
    package var addresses: @Sendable (_ host: String) async -> [String]
    /// The reason why nobody can connect; nil if it works.
    package var trouble: @Sendable (_ address: String, _ port: Int) async -> String?
    /// The server at its socket.
    package var running: @Sendable () async throws(CloudError) -> Running
    /// The server at its public address, as a client sees it.
    package var description: @Sendable () async throws(CloudError) -> ServerDescription
    package var sight: @Sendable () async throws(CloudError) -> ServerSight
    /// Nil where nobody knows it.
    package var isClockSynchronized: @Sendable () async -> Bool?
    package var freeBytes: @Sendable (_ folder: String) -> Int64?
    /// The files that a process may have open; nil where nobody knows it.
    package var openFiles: @Sendable (_ process: Int32) -> Int?
    /// The names in a folder; nil if it cannot be read.
    package var names: @Sendable (_ folder: String) -> [String]?
    /// The folders to which the units let their programs write; nil where nobody knows it.
    package var writableFolders: @Sendable () async -> [String]?

    package init(
      now: @escaping @Sendable () -> Date, ownAddresses: @escaping @Sendable () -> Set<String>,
      addresses: @escaping @Sendable (_ host: String) async -> [String],
      trouble: @escaping @Sendable (_ address: String, _ port: Int) async -> String?,
      running: @escaping @Sendable () async throws(CloudError) -> Running,
      description: @escaping @Sendable () async throws(CloudError) -> ServerDescription,
      sight: @escaping @Sendable () async throws(CloudError) -> ServerSight,
      isClockSynchronized: @escaping @Sendable () async -> Bool?,
      freeBytes: @escaping @Sendable (_ folder: String) -> Int64?,
      openFiles: @escaping @Sendable (_ process: Int32) -> Int?,
      names: @escaping @Sendable (_ folder: String) -> [String]?,
      writableFolders: @escaping @Sendable () async -> [String]?
    ) {
      self.now = now
      self.ownAddresses = ownAddresses
      self.addresses = addresses
      self.trouble = trouble
      self.running = running
      self.description = description
      self.sight = sight
      self.isClockSynchronized = isClockSynchronized
      self.freeBytes = freeBytes
      self.openFiles = openFiles
      self.names = names
      self.writableFolders = writableFolders
    }
  }

  /// Our choice: two weeks, or a quarter of a shorter life; a renewal has failed then.
  private static let leastLife = (seconds: 14 * day, share: 0.25)
  /// Our choice: more than clocks differ that something sets.
  private static let clockSeconds = 60.0
  /// Our choice: a thousand people with two devices each, and the store.
  private static let fewestFiles = 4096
  /// Our choice: a backup a day, and one that was missed.
  private static let backupSeconds = 2 * 86_400.0
  private static let day = 86_400.0

  private let file: ServerFile
  private let around: Surroundings

  package init(_ file: ServerFile, _ surroundings: Surroundings) {
    self.file = file
    around = surroundings
  }

  /// All that is found, in the order in which things depend on each other.
  package func findings() async -> [Finding] {
    var running: Running?
    let server: Finding
    do throws(CloudError) {
      let found = try await around.running()
      running = found
      server = sound("server", "it runs, version \(found.version)")
    } catch {
      server = wrong(
        "server",
        "it does not run: \(error.clause). Start it with ‘\(Sudo.prefix)systemctl start zonechat’; "
          + "‘\(Sudo.prefix)journalctl -u zonechat’ says why it has ended")
    }
    var findings = [server]
    let addresses = await self.addresses(&findings)
    await checkPorts(addresses, &findings)
    await checkClient(running, &findings)
    await checkCertificate(&findings)
    checkDisks(&findings)
    if let process = running?.processID { checkFiles(of: process, &findings) }
    await checkBackups(running, &findings)
    return findings
  }

  private func addresses(_ findings: inout [Finding]) async -> [String] {
    let host = file.address.host
    let found = await around.addresses(host)
    guard let first = found.first else {
      findings.append(
        wrong(
          "name",
          "\(host) has no address. Enter the name where your domain is managed, and wait until it is known"
        ))
      return []
    }
    let own = around.ownAddresses()
    let words = found.joined(separator: " and ")
    let text =
      found.contains(where: { own.contains($0) }) || file.address.isLoopback
      ? "\(host) is \(words), an address of this machine"
      : "\(host) is \(words), of a router or another machine, which must forward port "
        + "\(file.address.port) to this one"
    findings.append(sound("name", first == host ? "\(host) is an address" : text))
    return found
  }

  private func checkPorts(_ addresses: [String], _ findings: inout [Finding]) async {
    let port = file.address.port
    let own = around.ownAddresses()
    for address in addresses {
      if let trouble = await around.trouble(address, port) {
        findings.append(
          wrong(
            "port",
            "\(address) does not answer at port \(port), seen from this machine (\(trouble)). "
              + wayToPort(isHere: own.contains(address) || file.address.isLoopback, trouble)))
      } else {
        findings.append(sound("port", "\(address) answers at port \(port)"))
      }
    }
  }

  /// An own address refuses only where nobody listens; a firewall is between machines, and mostly silent.
  private func wayToPort(isHere: Bool, _ trouble: String) -> String {
    guard isHere, trouble == SystemReason.of(number: ECONNREFUSED) else {
      return "Open the port in the firewall, and forward it in the router"
    }
    if case .proxies = file.identity { return "The proxy does not run, or does not listen there" }
    return "The server does not listen there: ‘listen’ in the file"
  }

  /// Asks the server at its public address, as a client does.
  private func checkClient(_ running: Running?, _ findings: inout [Finding]) async {
    do throws(CloudError) {
      let description = try await around.description()
      guard running.map({ $0.cloudID == description.cloudID }) ?? true else {
        findings.append(
          wrong(
            "client",
            "another server answers at \(file.address). Correct ‘address’ in the file, or where your domain is managed"
          ))
        return
      }
      findings.append(sound("client", "clients reach it at \(file.address) and trust it"))
      let policy = description.signUp
      findings.append(
        policy == file.signUp
          ? sound("sign-up", "it is ‘\(policy.rawValue)’, as the file says")
          : wrong(
            "sign-up",
            "it is ‘\(policy.rawValue)’, and the file says ‘\(file.signUp.rawValue)’. Restart the server with "
              + "‘\(Sudo.prefix)systemctl restart zonechat’"))
    } catch {
      findings.append(wrong("client", "\(error.clause). \(wayToCertificate)"))
    }
  }

  private func checkCertificate(_ findings: inout [Finding]) async {
    var date: Date?
    if file.address.isSecure {
      do throws(CloudError) {
        let sight = try await around.sight()
        date = sight.date
        findings.append(finding(of: sight.certificate))
      } catch {
        findings.append(wrong("certificate", "\(error.clause). \(wayToCertificate)"))
      }
    }
    await checkClock(date, &findings)
  }

  private func finding(of certificate: ShownCertificate) -> Finding {
    let now = around.now()
    if now < certificate.notValidBefore {
      return wrong(
        "certificate",
        "it is not valid before \(certificate.notValidBefore.formatted(.iso8601)), so no client trusts it. "
          + "The clock of this machine is wrong now, or was when the certificate was made: set it, and "
          + (file.identity == .selfMade
            ? "restart the server with ‘\(Sudo.prefix)systemctl restart zonechat’"
            : "renew the certificate if it is still said"))
    }
    let left = certificate.notValidAfter.timeIntervalSince(now)
    let life = certificate.notValidAfter.timeIntervalSince(certificate.notValidBefore)
    let time =
      left < Self.day
      ? DisplayText.count(Int(left / 3600), "hour")
      : DisplayText.count(Int(left / Self.day), "day")
    let least = min(Self.leastLife.seconds, life * Self.leastLife.share)
    // The server renews its own by itself, before the end.
    if left >= (file.identity == .selfMade ? 0 : least) {
      return sound("certificate", "it ends in \(time)")
    }
    return wrong(
      "certificate", (left < 0 ? "it has expired" : "it ends in \(time)") + ". \(wayToRenewal)")
  }

  /// Where to look for what keeps clients away.
  private var wayToCertificate: String {
    switch file.identity {
    case .files(let chain, _): "Look at the certificate in \(chain), which the server shows"
    case .selfMade:
      "‘\(Sudo.prefix)systemctl restart zonechat’ makes a certificate for the address in the file"
    case .proxies:
      "Look which certificate the proxy shows, and whether it passes the address to "
        + file.listeners.map(\.description).joined(separator: " or ")
    case .nobody: "Look whether the server listens there: ‘listen’ in the file"
    }
  }

  private var wayToRenewal: String {
    switch file.identity {
    case .files:
      "Look why it was not renewed, for example with ‘\(Sudo.prefix)certbot renew’"
    case .proxies: "Look in the proxy's log why it was not renewed"
    case .selfMade:
      "Restart the server with ‘\(Sudo.prefix)systemctl restart zonechat’, which makes another one"
    case .nobody: "Look why it was not renewed"
    }
  }

  private func checkClock(_ date: Date?, _ findings: inout [Finding]) async {
    let now = around.now()
    if let date, abs(date.timeIntervalSince(now)) > Self.clockSeconds {
      findings.append(
        wrong(
          "clock",
          "the answer from \(file.address) is of another time than this machine's. Let both set their clocks: "
            + "\(Sudo.prefix)timedatectl set-ntp true"))
    } else if await around.isClockSynchronized() == false {
      findings.append(
        wrong("clock", "nothing sets it. Turn that on with: \(Sudo.prefix)timedatectl set-ntp true")
      )
    } else {
      findings.append(sound("clock", "it says \(now.formatted(.iso8601))"))
    }
  }

  private func checkDisks(_ findings: inout [Finding]) {
    let limit = file.warning?.freeBytes ?? ServerFile.Warning.usual.freeBytes
    for folder in [file.data] + (file.backup.map { [$0.folder] } ?? []) {
      guard let free = around.freeBytes(folder) else {
        findings.append(
          wrong(
            "disk",
            "there is no folder \(folder). Make it with: \(Sudo.prefix)install -d -o zonechat -g zonechat -m 0700 "
              + folder
          ))
        continue
      }
      let text = "\(folder) has \(ByteWords.text(free)) left"
      findings.append(
        free >= limit
          ? sound("disk", text)
          : wrong("disk", text + ". Remove what nobody needs, or give it a larger disk"))
    }
  }

  private func checkFiles(of process: Int32, _ findings: inout [Finding]) {
    guard let limit = around.openFiles(process) else { return }
    findings.append(
      limit >= Self.fewestFiles
        ? sound("open files", "it may have \(limit)")
        : wrong(
          "open files",
          "it may have only \(limit), so few people can be connected. Type "
            + "‘\(Sudo.prefix)systemctl edit zonechat’, and write there ‘[Service]’ and, on the next line, ‘LimitNOFILE=65536’"
        ))
  }

  private func checkBackups(_ running: Running?, _ findings: inout [Finding]) async {
    guard let backup = file.backup else {
      findings.append(
        wrong(
          "backup",
          "the file has no [backup]. Write it there, with ‘folder’ and ‘keep’, and restart the server"
        ))
      return
    }
    if backup.folder != ServerFile.Backup.usual.folder,
      let writable = await around.writableFolders(), !writable.contains(backup.folder)
    {
      findings.append(
        wrong(
          "backup",
          "the units may not write to \(backup.folder). Type "
            + "‘\(Sudo.prefix)systemctl edit zonechat zonechat-backup’, and write there ‘[Service]’ and, on the next "
            + "line, ‘ReadWritePaths=\(backup.folder)’. Then restart the server"
        ))
      return
    }
    // That there is no folder is said of its disk.
    guard let names = around.names(backup.folder) else { return }
    let now = around.now()
    let newest = BackupRotation.newest(in: names)
    if let newest, now.timeIntervalSince(newest) < Self.backupSeconds {
      findings.append(sound("backup", "the newest is of \(newest.formatted(.iso8601))"))
    } else if newest == nil, let start = running?.startedAt,
      now.timeIntervalSince(start) < Self.backupSeconds
    {
      findings.append(sound("backup", "there is none yet; the first one is made within a day"))
    } else {
      let state = newest.map { "the newest is of \($0.formatted(.iso8601))" } ?? "there is none"
      findings.append(
        wrong(
          "backup",
          state
            + ". Make one with ‘\(Sudo.prefix)systemctl start zonechat-backup’, and look at ‘systemctl status "
            + "zonechat-backup.timer’"))
    }
  }

  private func sound(_ name: String, _ text: String) -> Finding {
    Finding(name: name, isSound: true, text: text)
  }

  private func wrong(_ name: String, _ text: String) -> Finding {
    Finding(name: name, isSound: false, text: text + ".")
  }
}
