import ArgumentParser
import CloudClient
import CloudModel
import CommandSupport
import Foundation

struct ContainersAddTokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-token", abstract: "Add an API token to a container, or replace one.",
    discussion: "The token is shown only once, because the cloud stores only a hash of it.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var argument: ContainerArgument
  @OptionGroup var place: EnvironmentOption

  @Option(name: .long, help: "The name of the token.")
  var name: String

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The token, 64 hexadecimal digits; the default is a new one.", valueName: "token"))
  var token: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The URL to which the sign-in page returns.", valueName: "url"))
  var callback: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "An origin whose pages may receive the key after sign-in; may be repeated.",
      valueName: "origin"))
  var origin: [String] = []

  func run() async throws {
    let plan = ContainerPlan.APIToken(
      name: name, token: token, callbackURL: callback,
      allowedOrigins: origin.isEmpty ? nil : origin)
    let made = try await administration.askStarted {
      try await $0.addToken(plan, to: argument.container, place.environment)
    }
    if administration.options.json { return try Output.json(made) }
    try Output.line(made.token ?? "")
  }
}

struct ContainersAddKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-key", abstract: "Add a server-to-server key to a container.",
    discussion: """
      Make a key pair with ‘openssl ecparam -name prime256v1 -genkey -noout -out eckey.pem’. Print \
      its public key with ‘openssl ec -in eckey.pem -pubout’. This command prints the key ID.
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var argument: ContainerArgument
  @OptionGroup var place: EnvironmentOption

  @Option(name: .long, help: "The name of the key.")
  var name: String

  @Option(
    name: .long, help: ArgumentHelp("The P-256 public key, in PEM.", valueName: "file"),
    completion: .file())
  var publicKey: String

  func run() async throws {
    let plan = ContainerPlan.ServerKey(name: name, publicKey: try NamedFile.text(publicKey))
    let key = try await administration.askStarted {
      try await $0.addKey(plan, to: argument.container, place.environment)
    }
    if administration.options.json { return try Output.json(key) }
    try Output.line(key.keyID)
  }
}

struct ContainersSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change the settings of a container's environment.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var argument: ContainerArgument
  @OptionGroup var place: EnvironmentOption

  @Option(
    name: .long,
    help: "Web auth tokens after use: lenient (they stay valid) or strict (they are replaced).")
  var tokenRotation: EnvironmentSettings.TokenRotation?

  @Option(
    name: .long,
    help: "When saves add types and fields: native (saves of native clients), always or never.")
  var learnSchema: EnvironmentSettings.SchemaLearning?

  @Option(name: .long, help: "How many bytes each account may store; 0 means no limit.")
  var quota: Int64?

  @Option(
    name: .customLong("index-lag-ms"), help: "Milliseconds until queries find a saved record.")
  var indexLag: Int64?

  func run() async throws {
    let changes = EnvironmentSettings(
      tokenRotation: tokenRotation, schemaLearning: learnSchema, defaultQuotaBytes: quota,
      indexLagMilliseconds: indexLag)
    let settings = try await administration.askStarted {
      try await $0.change(changes, of: argument.container, place.environment)
    }
    if administration.options.json { return try Output.json(settings) }
    Output.note("Changed the \(place.environment.rawValue) environment.")
  }
}

extension EnvironmentSettings.TokenRotation: ExpressibleByArgument {}
extension EnvironmentSettings.SchemaLearning: ExpressibleByArgument {}
