package import ArgumentParser
import CloudClient
import CloudModel
import CloudWire
import CommandSupport
import Foundation
import LocalFiles
import TerminalUI

package struct CloudCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "cloud", abstract: "Run and administer the simulated cloud.",
    subcommands: [
      CloudServeCommand.self, CloudSetupCommand.self, CloudDoctorCommand.self,
      CloudStartCommand.self, CloudStatusCommand.self, CloudStopCommand.self,
      CloudContainersCommand.self, CloudSchemaCommand.self,
      CloudQueryCommand.self, CloudRecordsCommand.self, CloudInspectCommand.self,
      CloudCheckCommand.self, CloudBackupCommand.self,
      CloudRestoreCommand.self, CloudMoveCommand.self, CloudExportCommand.self,
      CloudImportCommand.self,
      CloudAccountsCommand.self, CloudInviteCommand.self, CloudInvitationsCommand.self,
      CloudLogCommand.self,
      CloudLimitsCommand.self, CloudFaultsCommand.self, CloudExpireTokensCommand.self,
      CloudPurgeCommand.self, CloudResetEncryptionCommand.self, CloudRequestsCommand.self,
      CloudClockCommand.self, CloudResetCommand.self,
    ])

  package init() {}
}

struct CloudStartCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start the embedded cloud in the background.",
    discussion: "One that runs already goes on.")

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard options.cloud == nil else {
      throw ValidationError("Only the embedded cloud is started in this way. Leave out --cloud.")
    }
  }

  func run() async throws {
    let embedded = EmbeddedCloud(paths: Paths(environment: Live.environment))
    try embedded.setStoppedOnPurpose(false)
    try embedded.ensureRunning()
    guard options.json else { return try Output.line("The cloud listens at \(embedded.address).") }
    let status = try await CloudConnection.with(CloudAddress(embedded.address)) { connection in
      try await CloudAdministration(connection: connection).status()
    }
    try Output.json(CloudStatusJSON(address: embedded.address, status: status))
  }
}

struct CloudStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show whether the cloud runs, and what it holds.",
    discussion: """
      Exit code 1 means that it does not run. This command never starts it. At an http address only the administrator \
      is told what the cloud holds.
      """)

  @OptionGroup var administration: AdministrationOptions

  private var options: GlobalOptions { administration.options }

  func run() async throws {
    let paths = Paths(environment: Live.environment)
    let embedded = EmbeddedCloud(paths: paths)
    let cloud = try administration.choice()
    let address = try cloud.address()
    let status: CloudStatusResponse
    do {
      status = try await administration.send { try await $0.status() }
    } catch let error as CloudError {
      let start =
        try cloud.remembered != nil
        ? administration.wayToStart()
        : embedded.isStoppedOnPurpose
          ? "It was stopped. ‘zonechat cloud start’ starts it again."
          : "It starts by itself when a command needs it."
      if options.json {
        try Output.json(CloudStatusJSON(address: address.description, reason: error.clause))
      }
      throw Failure("The cloud does not run. \(error.clause). \(start)")
    }
    if options.json {
      try Output.json(CloudStatusJSON(address: address.description, status: status))
      return
    }
    try Output.line("address   \(cloud.remembered ?? embedded.address)")
    guard let process = status.processID, let start = status.startedAt,
      let accounts = status.accounts, let zones = status.zones, let records = status.records,
      let clients = status.waitingClients
    else { return try Output.line("program   \(status.product) \(status.version)") }
    try Output.line(
      """
      process   \(process), \(status.product) \(status.version)
      since     \(Output.time(Date(millisecondsSince1970: start), to: .seconds))
      holds     \(DisplayText.count(accounts, "account")), \
      \(DisplayText.count(zones, "zone")), \(DisplayText.count(records, "record"))
      clients   \(clients) waiting for notifications
      """)
    if let bytes = status.freeBytes {
      try Output.line("disk      \(bytes / 1_000_000) MB free")
    }
  }
}

/// The state of a cloud, as `--json` prints it.
private struct CloudStatusJSON: Encodable {
  var address: String
  var isRunning: Bool
  /// The reason why the cloud cannot be reached.
  var reason: String?
  var product: String?
  var version: String?
  var processID: Int32?
  var startedAt: Date?
  var accounts: Int?
  var zones: Int?
  var records: Int?
  /// Clients that wait for notifications at this moment.
  var waitingClients: Int?
  /// Of the disk with the cloud's data.
  var freeBytes: Int64?

  init(address: String, reason: String) {
    self.address = address
    self.reason = reason
    isRunning = false
  }

  init(address: String, status: CloudStatusResponse) {
    self.address = address
    isRunning = true
    product = status.product
    version = status.version
    processID = status.processID
    startedAt = status.startedAt.map { Date(millisecondsSince1970: $0) }
    accounts = status.accounts
    zones = status.zones
    records = status.records
    waitingClients = status.waitingClients
    freeBytes = status.freeBytes
  }
}

struct CloudStopCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Stop the cloud; the embedded one stays stopped until ‘start’.")

  @OptionGroup var administration: AdministrationOptions

  func run() async throws {
    let paths = Paths(environment: Live.environment)
    let cloud = try administration.choice()
    let embedded = EmbeddedCloud(paths: paths)
    let isEmbedded = cloud.remembered == nil
    if isEmbedded { try embedded.setStoppedOnPurpose(true) }
    let wasRunning = try await administration.askIfRunning { try await $0.stop() } != nil
    if isEmbedded, wasRunning {
      // The lock is free once the last answer is given and the store is closed.
      _ = try FileLock.acquire(embedded.serverLock)
    }
    if administration.options.json {
      try Output.json(["wasRunning": wasRunning])
    } else {
      Output.note(wasRunning ? "The cloud has stopped." : "The cloud was not running.")
    }
  }
}
