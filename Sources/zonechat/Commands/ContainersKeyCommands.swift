import ArgumentParser
import CloudClient
import CloudModel
import Foundation

struct ContainersAddTokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-token", abstract: "Add an API token to a container, or replace one.",
    discussion: "The token is shown once; the cloud keeps only what recognises it.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var argument: ContainerArgument
  @OptionGroup var place: EnvironmentOption

  @Option(name: .long, help: "What the token is called.")
  var name: String

  @Option(
    name: .long,
    help: ArgumentHelp("64 hexadecimal digits; left out, one is made.", valueName: "token"))
  var token: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Where the sign-in page sends who signed in.", valueName: "url"))
  var callback: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "An origin whose pages the sign-in page may hand the key to; may be given several times.",
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
    Output.line(made.token ?? "")
  }
}

struct ContainersAddKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-key", abstract: "Add a server-to-server key to a container.",
    discussion: """
      Make a key pair with ‘openssl ecparam -name prime256v1 -genkey -noout -out eckey.pem’, and its \
      public half with ‘openssl ec -in eckey.pem -pubout’. Prints the key ID.
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var argument: ContainerArgument
  @OptionGroup var place: EnvironmentOption

  @Option(name: .long, help: "What the key is called.")
  var name: String

  @Option(
    name: .long, help: ArgumentHelp("The P-256 public key, in PEM.", valueName: "file"))
  var publicKey: String

  func run() async throws {
    let text: String
    do {
      text = try String(contentsOfFile: publicKey, encoding: .utf8)
    } catch {
      throw Failure("\(publicKey) cannot be read. Check the path and the rights of the file.")
    }
    let plan = ContainerPlan.ServerKey(name: name, publicKey: text)
    let key = try await administration.askStarted {
      try await $0.addKey(plan, to: argument.container, place.environment)
    }
    if administration.options.json { return try Output.json(key) }
    Output.line(key.keyID)
  }
}

struct ContainersSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change how a container's environment behaves.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var argument: ContainerArgument
  @OptionGroup var place: EnvironmentOption

  @Option(name: .long, help: "lenient or strict.")
  var tokenRotation: EnvironmentSettings.TokenRotation?

  @Option(name: .long, help: "native, always or never.")
  var learnSchema: EnvironmentSettings.SchemaLearning?

  @Option(name: .long, help: "Bytes for each account; 0 is no limit.")
  var quota: Int64?

  @Option(name: .customLong("index-lag-ms"), help: "How long saved records stay out of queries.")
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
