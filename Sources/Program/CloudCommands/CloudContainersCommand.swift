import ArgumentParser
import CloudClient
import CloudModel
import CloudPlanFile
import CloudWire
import CommandSupport
import Foundation

struct CloudContainersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "containers", abstract: "Create, show and delete containers of the cloud.",
    discussion: """
      A container belongs to one application. It has a development and a production environment, \
      each with its own databases, schema, API tokens and server-to-server keys.
      """,
    subcommands: [
      ContainersListCommand.self, ContainersCreateCommand.self, ContainersShowCommand.self,
      ContainersApplyCommand.self, ContainersAddTokenCommand.self, ContainersAddKeyCommand.self,
      ContainersSetCommand.self, ContainersResetCommand.self, ContainersDeleteCommand.self,
    ], defaultSubcommand: ContainersListCommand.self)
}

/// The container that a command is about.
struct ContainerArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The container, for example iCloud.com.example.app."))
  var container: String
}

struct EnvironmentOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The environment: development or production.", valueName: "environment"))
  var environment: CloudEnvironment = .development
}

struct ContainersListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the containers.")

  @OptionGroup var administration: AdministrationOptions

  func run() async throws {
    let containers = try await administration.askStarted { try await $0.containers() }
    for container in containers {
      if administration.options.json {
        try Output.json(container)
      } else {
        try Output.line(container.identifier)
      }
    }
  }
}

struct ContainersCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a container, if it does not exist yet.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var argument: ContainerArgument

  func run() async throws {
    let container = try await administration.askStarted {
      try await $0.createContainer(argument.container)
    }
    try container.report(administration.options)
  }
}

struct ContainersShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a container's environments, tokens and keys.",
    discussion: "The cloud stores only a hash of each token, so it cannot show the tokens.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var argument: ContainerArgument

  func run() async throws {
    let container = try await administration.askStarted {
      try await $0.container(argument.container)
    }
    try container.report(administration.options)
  }
}

struct ContainersApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Create or change what a containers file describes.",
    discussion:
      """
      Nothing is removed. ‘zonechat cloud serve --containers’ applies a file at every start. A passphrase that \
      replaces another one signs the account out everywhere.
      """)

  @OptionGroup var administration: AdministrationOptions

  @Argument(help: "A containers file, in TOML; - reads standard input.", completion: .file())
  var file: String

  func run() async throws {
    let file = try ContainersFile(named: file)
    let applied: ContainersResponse
    do {
      applied = try await administration.askStarted { try await $0.apply(file.plan) }
    } catch {
      throw file.located(error)
    }
    for container in applied.containers { try container.report(administration.options) }
    for ended in applied.endedSessions ?? [] { Output.note("\(ended)") }
  }
}

struct ContainersDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a container with everything in it.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var argument: ContainerArgument

  @Flag(name: .long, help: "Confirm the deletion.")
  var force = false

  func validate() throws {
    guard force else {
      throw ValidationError(
        "This would delete everything in the container. Use --force to confirm.")
    }
  }

  func run() async throws {
    try await administration.askStarted { try await $0.deleteContainer(argument.container) }
    try ContainerChange(action: "delete", container: argument.container).report(
      administration.options, words: "Deleted the container \(argument.container).")
  }
}

struct ContainersResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-environment",
    abstract: "Delete all data of a container's development environment.",
    discussion: "Production's schema replaces its schema. API tokens, keys and settings stay.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var argument: ContainerArgument

  @Flag(name: .long, help: "Confirm the deletion.")
  var force = false

  func validate() throws {
    guard force else {
      throw ValidationError(
        "This would delete all data of the environment. Use --force to confirm.")
    }
  }

  func run() async throws {
    try await administration.askStarted { try await $0.resetEnvironment(of: argument.container) }
    try ContainerChange(action: "reset-environment", container: argument.container).report(
      administration.options,
      words: "Reset the development environment of \(argument.container).")
  }
}

/// The change of a container, as `--json` prints it.
struct ContainerChange: Encodable {
  /// `delete`, `reset-environment` or `reset`.
  var action: String
  /// Nil for all of them.
  var container: String?

  func report(_ options: GlobalOptions, words: String) throws {
    if options.json { try Output.json(self) } else { Output.note(words) }
  }
}

extension ContainerDescription {
  /// Prints the container, for people or as JSON.
  func report(_ options: GlobalOptions) throws {
    if options.json { return try Output.json(self) }
    try Output.line(identifier)
    for environment in environments {
      let settings = environment.settings
      try Output.line(
        "  \(environment.environment.rawValue): tokens rotate "
          + "\(settings.tokenRotation?.rawValue ?? "-"), schema learns "
          + "\(settings.schemaLearning?.rawValue ?? "-"), \(Self.quota(settings)), "
          + "index lag \(settings.indexLagMilliseconds ?? 0) ms")
      for token in environment.tokens {
        let callback = token.callbackURL.map { ", callback \($0)" } ?? ""
        let origins = token.allowedOrigins.map { ", origins \($0.joined(separator: " "))" } ?? ""
        try Output.line(
          "    token \(token.name)\(token.token.map { ": \($0)" } ?? "")\(callback)\(origins)")
      }
      for key in environment.keys {
        try Output.line("    key \(key.name): \(key.keyID), writes as \(key.userRecordName)")
      }
    }
  }
}

extension ContainerDescription {
  /// The quota of an environment; where it has none, or 0, accounts may have one, or the whole cloud.
  private static func quota(_ settings: EnvironmentSettings) -> String {
    guard let bytes = settings.defaultQuotaBytes, bytes != 0 else { return "no quota of its own" }
    return "quota \(bytes) bytes"
  }
}

extension ContainersFile {
  /// Reads a file that a person has named; ‘-’ is standard input.
  init(named path: String) throws {
    try self.init(text: try NamedFile.text(path), path: NamedFile.name(path))
  }
}
