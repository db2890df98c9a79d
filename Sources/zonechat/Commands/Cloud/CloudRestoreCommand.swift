import ArgumentParser
import CloudServer
import CloudStorage
import Foundation
import LocalFiles

struct CloudRestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Go back to a copy of the cloud, which must not run.",
    discussion: """
      FILE is what ‘zonechat cloud backup’ wrote, with FILE.assets beside it. The copy is checked \
      before anything changes; what was there is kept in a folder before-restore-… beside it. What \
      came after the copy is not in the cloud any more: clients fetch everything anew, and show \
      their own messages that are lost as failed, to be sent again.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder of a cloud that ‘cloud serve --data’ runs; without it the embedded cloud's.",
      valueName: "dir"))
  var data: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The key of encrypted values, where the cloud keeps it elsewhere.", valueName: "file"))
  var keyFile: String?

  @Argument(help: "The copy, on this machine.") var file: String

  func validate() throws {
    guard options.cloud == nil else {
      throw ValidationError(
        "A cloud is restored on its own machine. Use --data FOLDER instead of --cloud.")
    }
  }

  func run() async throws {
    let embedded = EmbeddedCloud(paths: Paths(environment: Live.environment))
    let directory = data.map { URL(fileURLWithPath: $0).standardizedFileURL } ?? embedded.directory
    try Paths.makePrivateDirectory(directory)
    let lock = try FileLock.tryAcquire(directory.appendingPathComponent("server.lock"))
    guard let lock else {
      throw Failure(
        "The cloud in \(directory.path) is running. Stop it first; ‘zonechat cloud stop’ stops the "
          + "embedded cloud. Nothing was changed.")
    }
    defer { withExtendedLifetime(lock) {} }
    let report: StoreRestoration.Report
    do {
      report = try StoreRestoration(
        directory: directory.path, keyFile: keyFile, surroundings: Live.surroundings
      ).restore(URL(fileURLWithPath: file).standardizedFileURL.path)
    } catch let error as RestoreError {
      throw Failure("\(error)")
    }
    if options.json { return try Output.json(report) }
    Output.line(
      "Restored \(report.accounts) accounts, \(report.zones) zones and \(report.records) records "
        + "from \(report.restored), with \(report.assets) files.")
    if let previous = report.previous {
      Output.line("What was there is in \(previous). Remove it when you need it no more.")
    }
    if data == nil, embedded.isStoppedOnPurpose {
      Output.line("‘zonechat cloud start’ starts the cloud again.")
    }
  }
}
