import ArgumentParser
import CloudClient
import CloudRows
import CloudServer
import CommandSupport
import Foundation
import PostgresClient
import TerminalUI

struct CloudMoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move a stopped cloud into a PostgreSQL, or back into its folder.",
    discussion: """
      Everything stays good: accounts, sessions, links, change tokens and the files of assets, so \
      clients go on as if nothing had happened. The key and the secrets stay in the cloud's \
      folder, which its servers need as before.

      --to copies the store of the folder into an empty database, and --from copies it back. What \
      has arrived is compared with the source, row by row. Only then is the source closed for \
      good: a start with it says where the cloud is. If the move is interrupted, the source is as \
      it was; type the command again.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder of the cloud, as ‘cloud serve --data’ names it.", valueName: "dir"),
    completion: .directory)
  var data: String

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Move the cloud into this database, which must be empty.",
      discussion: """
        For example postgres://chat@db.example.org/chat; postgres:// alone takes the address in ZONECHAT_DATABASE_URL.
        """, valueName: "address"))
  var to: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Move the cloud from this database into the folder, which must have no store.",
      valueName: "address"))
  var from: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder of ‘cloud serve --assets’, where the files of assets are not in the database.",
      valueName: "dir"),
    completion: .directory)
  var assets: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The encryption key, if the cloud keeps it elsewhere.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  func validate() throws {
    guard options.cloud == nil else {
      throw ValidationError(
        "A cloud is moved on its own machine. Use --data FOLDER instead of --cloud.")
    }
    guard (to == nil) != (from == nil) else {
      throw ValidationError("Give either --to or --from, with the address of a PostgreSQL.")
    }
    guard let address = to ?? from, PostgresAddress.isAddress(address) else {
      throw ValidationError(
        "‘\(to ?? from ?? "")’ is not an address of PostgreSQL. Write postgres://USER@HOST/DATABASE."
      )
    }
  }

  func run() async throws {
    let embedded = EmbeddedCloud(paths: Paths(environment: Live.environment))
    let cloud = try StoppedCloud(in: data, or: embedded)
    defer { withExtendedLifetime(cloud) {} }
    let address = try PostgresAddress(
      argument: to ?? from ?? "", environment: Live.environment)
    let line = ProgressLine(options)
    let move = StoreMove(
      directory: cloud.directory.path, keyFile: keyFile, database: address, assets: assets,
      surroundings: Live.surroundings
    ) { line.show(Self.words($0)) }
    let report: StoreMove.Report
    do {
      defer { ProgressLine.clear() }
      report = try to == nil ? move.toFolder() : move.toDatabase()
    } catch let error as MoveError {
      throw Failure("\(error)")
    }
    if options.json { return try Output.json(report) }
    try tell(report, cloud)
  }

  private func tell(_ report: StoreMove.Report, _ cloud: StoppedCloud) throws {
    let what =
      "\(DisplayText.count(report.accounts, "account")), \(DisplayText.count(report.zones, "zone")), "
      + "\(DisplayText.count(report.records, "record")) and "
      + "\(DisplayText.count(report.assets, "file of an asset", "files of assets"))"
    try Output.line(
      report.wasThere
        ? "\(report.to) has it all from an earlier move: \(what)."
        : "Moved \(what) from \(report.from) to \(report.to). Every row was compared.")
    if report.missingAssets > 0 {
      try Output.line(
        "\(DisplayText.count(report.missingAssets, "file", "files")) of assets had been lost before, and could not be "
          + "moved.")
    }
    let folder = cloud.directory.path
    if to == nil {
      try Output.line("Start the cloud without --storage: zonechat cloud serve --data \(folder) …")
      try Output.line("The database stays as it was. Drop it when you no longer need it.")
    } else {
      let storage = to == "postgres://" ? "postgres://" : report.to
      let shared = assets.map { " --assets \($0)" } ?? ""
      try Output.line(
        "Start the cloud with: zonechat cloud serve --data \(folder) --storage '\(storage)'\(shared) …"
      )
      try Output.line(
        "Its folder stays in use, with the key. \(folder)/cloud.sqlite and \(folder)/assets stay as they were, and are "
          + "not used any more: remove them when you no longer need them.")
    }
  }

  private static func words(_ progress: TableCopy.Progress) -> String {
    switch progress {
    case .copying(let table, let rows): "Copying the table \(table): \(rows) rows"
    case .comparing(let table): "Comparing the table \(table)"
    case .assets(let copied, let all): "Copying the files of assets: \(copied) of \(all)"
    }
  }
}
