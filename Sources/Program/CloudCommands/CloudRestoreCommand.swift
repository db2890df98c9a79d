import ArgumentParser
import ChatModel
import CloudClient
import CloudPlanFile
import CloudServer
import CloudStorage
import CommandSupport
import Foundation
import LocalFiles
import TerminalUI

struct CloudRestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore a stopped cloud from a backup.",
    discussion: """
      FILE is a backup that ‘zonechat cloud backup’ wrote, with the folder FILE.assets beside it. \
      The backup is checked before anything changes. The previous data is kept in a folder \
      before-restore-… in the cloud's folder. Changes that are newer than the backup are lost in \
      the cloud. Clients fetch everything again, and show their own lost messages as failed, to be \
      sent again. Open invitations and other open links are taken back, because one that was used \
      since the backup would be open again.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder of a cloud that ‘cloud serve --data’ runs; the default is the embedded cloud.",
      valueName: "dir"),
    completion: .directory)
  var data: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The encryption key, if the cloud keeps it elsewhere.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Argument(help: "The backup, on this machine.", completion: .file()) var file: String

  func validate() throws {
    guard options.cloud == nil else {
      throw ValidationError(
        "A cloud is restored on its own machine. Use --data FOLDER instead of --cloud.")
    }
  }

  func run() async throws {
    let embedded = EmbeddedCloud(paths: Paths(environment: Live.environment))
    let directory = data.map { URL(fileURLWithPath: $0).standardizedFileURL } ?? embedded.directory
    if data != nil { try NamedFolder.make(directory, mode: 0o700) }
    try Paths.makePrivateDirectory(directory)
    // Its systemd unit keeps the data there.
    let isOfMachine = directory.path == ServerFile.standardData
    let stop =
      isOfMachine
      ? "‘sudo systemctl stop zonechat’ stops the server of this machine"
      : "‘zonechat cloud stop’ stops the embedded cloud"
    let lock = try FileLock.tryAcquire(directory.appendingPathComponent("server.lock"))
    guard let lock else {
      throw Failure(
        "The cloud in \(directory.path) is running. Stop it first; \(stop). Nothing was changed.")
    }
    defer { withExtendedLifetime(lock) {} }
    let report: StoreRestoration.Report
    do {
      report = try await ProgressLine(options).during("Restoring the cloud") {
        try StoreRestoration(
          directory: directory.path, keyFile: keyFile, surroundings: Live.surroundings
        ).restore(FileAddress.file(file).standardizedFileURL.path)
      }
    } catch let error as RestoreError {
      throw Failure("\(error)")
    }
    if options.json { return try Output.json(report) }
    try Output.line(
      "Restored \(DisplayText.count(report.accounts, "account")), "
        + "\(DisplayText.count(report.zones, "zone")) and "
        + "\(DisplayText.count(report.records, "record")), with "
        + "\(DisplayText.count(report.assets, "file of an asset", "files of assets")), from \(report.restored)."
    )
    if report.revokedCodes > 0 {
      let invite =
        isOfMachine
        ? "sudo zonechat cloud invite"
        : "zonechat cloud invite\(data == nil ? "" : " --cloud URL")"
      try Output.line(
        "Took back \(DisplayText.count(report.revokedCodes, "open link")): some may have been used since the backup. "
          + "‘\(invite)’ makes new invitations.")
    }
    if let previous = report.previous {
      try Output.line("The previous data is in \(previous). Remove it when you no longer need it.")
    }
    if isOfMachine {
      try Output.line("‘sudo systemctl start zonechat’ starts the server again.")
    }
    if data == nil, embedded.isStoppedOnPurpose {
      try Output.line("‘zonechat cloud start’ starts the cloud again.")
    }
  }
}
