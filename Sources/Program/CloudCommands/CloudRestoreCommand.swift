import ArgumentParser
import ChatModel
import CloudClient
import CloudPlanFile
import CloudServer
import CloudStorage
import CommandSupport
import Foundation
import LocalFiles
import PostgresClient
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

      With --storage, and without FILE, it is about a database that PostgreSQL's own means have put \
      back to an earlier state, or a standby that was behind when it took over: clients of its \
      servers then fetch everything again as well, and skip nothing. Stop the servers first.
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

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The PostgreSQL that was put back; needs --data, the folder of one of its servers.",
      valueName: "address"))
  var storage: String?

  @Argument(help: "The backup, on this machine.", completion: .file()) var file: String?

  func validate() throws {
    guard (file == nil) != (storage == nil) else {
      throw ValidationError(
        "Name the backup, or with --storage the PostgreSQL that was put back by its own means.")
    }
    if let storage {
      guard data != nil else {
        throw ValidationError("--storage needs --data: the key is in a server's folder.")
      }
      guard PostgresAddress.isAddress(storage) else {
        throw ValidationError(
          "‘\(storage)’ is not an address of PostgreSQL. Write postgres://USER@HOST/DATABASE.")
      }
    }
    guard options.cloud == nil else {
      throw ValidationError(
        "A cloud is restored on its own machine. Use --data FOLDER instead of --cloud.")
    }
  }

  func run() async throws {
    let embedded = EmbeddedCloud(paths: Paths(environment: Live.environment))
    let cloud = try StoppedCloud(in: data, or: embedded)
    defer { withExtendedLifetime(cloud) {} }
    if let storage { return try await restore(storage, cloud) }
    let report: StoreRestoration.Report
    do {
      report = try await ProgressLine(options).during("Restoring the cloud") {
        try StoreRestoration(
          directory: cloud.directory.path, keyFile: keyFile, surroundings: Live.surroundings
        ).restore(FileAddress.file(file ?? "").standardizedFileURL.path)
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
    try tell(revokedCodes: report.revokedCodes, of: cloud)
    if let previous = report.previous {
      try Output.line("The previous data is in \(previous). Remove it when you no longer need it.")
    }
    if cloud.isOfMachine {
      try Output.line("‘sudo systemctl start zonechat’ starts the server again.")
    }
    if data == nil, embedded.isStoppedOnPurpose {
      try Output.line("‘zonechat cloud start’ starts the cloud again.")
    }
  }

  private func restore(_ storage: String, _ cloud: StoppedCloud) async throws {
    let address = try PostgresAddress(argument: storage, environment: Live.environment)
    let codes = try await ProgressLine(options).during("Beginning a new incarnation") {
      try PutBackDatabase(
        address, directory: cloud.directory.path, keyFile: keyFile,
        surroundings: Live.surroundings
      ).beginLife()
    }
    if options.json { return try Output.json(["revokedCodes": codes]) }
    try Output.line("Clients of the cloud in \(address) fetch everything again.")
    try tell(revokedCodes: codes, of: cloud)
  }

  private func tell(revokedCodes: Int, of cloud: StoppedCloud) throws {
    guard revokedCodes > 0 else { return }
    let invite =
      cloud.isOfMachine
      ? "sudo zonechat cloud invite"
      : "zonechat cloud invite\(data == nil ? "" : " --cloud URL")"
    try Output.line(
      "Took back \(DisplayText.count(revokedCodes, "open link")): some may have been used since the backup. "
        + "‘\(invite)’ makes new invitations.")
  }
}
