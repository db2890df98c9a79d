import ArgumentParser
import CloudClient
import CloudModel
import CloudWire
import CommandSupport

/// The account, the container and the environment in which a command does what Apple's cloud does by itself.
struct EndingPlace: ParsableArguments {
  @Option(help: "The owner's account, by name or user record name.") var account: String
  @Option(help: "The container; the default is the cloud's own.") var container: String?
  @Option(
    help: "The environment: development or production.",
    completion: .environments)
  var environment: String?

  func end(
    _ ending: String, zone: String?, database: String? = nil,
    _ administration: AdministrationOptions, words: String
  ) async throws {
    let request = ZoneEndingRequest(
      account: account, zoneName: zone, database: database, container: container,
      environment: environment)
    try await administration.ask { try await $0.end(ending, request) }
    if administration.options.json {
      try Output.json(ZoneEndingJSON(action: ending, account: account, zone: zone))
    } else {
      Output.note(words)
    }
  }
}

/// The event that the command has caused, as `--json` prints it.
private struct ZoneEndingJSON: Encodable {
  /// `expire-tokens`, `purge` or `reset-encryption`.
  var action: String
  var account: String
  var zone: String?
}

struct CloudExpireTokensCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expire-tokens",
    abstract: "Expire the change tokens of a zone or, without --zone, of the databases.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var place: EndingPlace

  @Option(help: "The zone's name; without it, the databases.") var zone: String?
  @Option(
    help: "Only this database: private or shared.", completion: .list(["private", "shared"]))
  var database: String?

  func validate() throws {
    guard database == nil || (["private", "shared"].contains(database) && zone == nil) else {
      throw ValidationError("--database is private or shared, and goes without --zone.")
    }
  }

  func run() async throws {
    try await place.end(
      "expire-tokens", zone: zone, database: database, administration,
      words: "All change tokens issued so far have expired.")
  }
}

struct CloudPurgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Delete a zone as if its owner had deleted the application's data in iCloud settings."
  )

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var place: EndingPlace

  @Option(help: "The zone's name.") var zone: String

  func run() async throws {
    try await place.end("purge", zone: zone, administration, words: "The zone has been purged.")
  }
}

struct CloudResetEncryptionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-encryption",
    abstract: "Reset a zone as if its owner had lost the encryption keys.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var place: EndingPlace

  @Option(help: "The zone's name.") var zone: String

  func run() async throws {
    try await place.end(
      "reset-encryption", zone: zone, administration,
      words: "The zone's encrypted data has been reset.")
  }
}
