import ArgumentParser
import CloudClient
import CloudModel
import Composition

/// The zone for commands that cause what happens by itself in Apple's cloud.
struct ZoneChoice: ParsableArguments {
  @Option(help: "The owner's account, by name or user record name.") var account: String
  @Option(help: "The zone's name.") var zone: String?
  @Option(help: "The container; the default is the cloud's own.") var container: String?
  @Option(help: "The environment: development or production.") var environment: String?

  func end(_ ending: String, _ administration: AdministrationOptions) async throws {
    let request = ZoneEndingRequest(
      account: account, zoneName: zone, container: container, environment: environment)
    try await administration.ask { try await $0.end(ending, request) }
  }

  func requireZone() throws {
    guard zone != nil else { throw ValidationError("The zone is missing. Use --zone NAME.") }
  }
}

struct CloudExpireTokensCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expire-tokens",
    abstract: "Expire the change tokens of a zone or, without --zone, of the databases.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var choice: ZoneChoice

  func run() async throws {
    try await choice.end("expire-tokens", administration)
    Output.note("All change tokens issued so far have expired.")
  }
}

struct CloudPurgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Delete a zone as if its owner had deleted the application's data in iCloud settings."
  )

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var choice: ZoneChoice

  func validate() throws { try choice.requireZone() }

  func run() async throws {
    try await choice.end("purge", administration)
    Output.note("The zone has been purged.")
  }
}

struct CloudResetEncryptionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-encryption",
    abstract: "Reset a zone as if its owner had lost the encryption keys.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var choice: ZoneChoice

  func validate() throws { try choice.requireZone() }

  func run() async throws {
    try await choice.end("reset-encryption", administration)
    Output.note("The zone's encrypted data has been reset.")
  }
}
