import ArgumentParser
import CloudClient
import CloudModel

/// The zone for commands that cause what happens by itself in Apple's cloud.
struct ZoneChoice: ParsableArguments {
  @Option(help: "The owner's account, by name or user record name.") var account: String
  @Option(help: "The zone's name.") var zone: String?
  @Option(help: "The container; the cloud's own without.") var container: String?
  @Option(help: "development or production.") var environment: String?

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
    abstract: "Make the change tokens of a zone expire, or without --zone those of the databases.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var choice: ZoneChoice

  func run() async throws {
    try await choice.end("expire-tokens", administration)
    Output.note("The tokens given out so far are expired.")
  }
}

struct CloudPurgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "End a zone as when its owner wipes the application's data in the settings.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var choice: ZoneChoice

  func validate() throws { try choice.requireZone() }

  func run() async throws {
    try await choice.end("purge", administration)
    Output.note("The zone is purged.")
  }
}

struct CloudResetEncryptionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-encryption",
    abstract: "End a zone as when its owner's encryption keys are lost.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var choice: ZoneChoice

  func validate() throws { try choice.requireZone() }

  func run() async throws {
    try await choice.end("reset-encryption", administration)
    Output.note("The zone's encrypted data is reset.")
  }
}
