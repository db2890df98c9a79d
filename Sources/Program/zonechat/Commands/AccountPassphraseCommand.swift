import ArgumentParser
import CloudClient
import CloudModel
import CommandSupport

struct AccountPassphraseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passphrase", abstract: "Give the account another passphrase.",
    discussion: """
      The present passphrase is asked for, and the new one twice, unless files have them. At a Unix socket the \
      operating system's user is enough, and only the new one is asked for.

      All other devices of the account, and whoever has a copy of its keys, are signed out: they need the new \
      passphrase to sign in again. This profile keeps the new keys, and its open windows go on.

      The cloud never gets a passphrase of five words or more, but a key that is computed from it. Such a passphrase also \
      opens your keys for sealed chats on another device (‘zonechat account keys’).
      """)

  @OptionGroup var options: GlobalOptions

  @OptionGroup var present: PassphraseOptions

  @Option(
    name: .customLong("new-passphrase-file"),
    help: ArgumentHelp(
      "Read the new passphrase from the first line of this file.", valueName: "file"),
    completion: .file())
  var newFile: String?

  func run() async throws {
    let signIn = try await PassphraseChange(
      options: options, file: present.file, newFile: newFile, allowsPlainHTTP: present.insecure,
      sendsWhole: present.source.isWhole
    ).run()
    if options.json { return try signIn.report(options) }
    try Output.line(
      "\(signIn.credentials.name) has another passphrase now. All other devices are signed out.")
  }
}
