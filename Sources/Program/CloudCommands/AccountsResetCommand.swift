import ArgumentParser
import CloudClient
import CloudModel
import CloudWire
import CommandSupport

struct AccountsResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Make a link with which somebody sets a new passphrase.",
    discussion: """
      For an account whose passphrase is lost, or known to somebody else. The link works once, within a day. Until it \
      is used the present passphrase stays; then all sessions of the account end.

      EXAMPLES
        zonechat cloud accounts reset bob
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var link: CodeLinkOptions
  @Argument(help: "The name of the account.") var name: String

  func run() async throws {
    let made = try await administration.ask {
      try await link.make(CodeRequest(kind: .reset, name: name), by: $0)
    }
    try made.write(
      "For a new passphrase of ‘\(made.name ?? name)’, once", isJSON: administration.options.json,
      command: administration.command)
  }
}
