import ArgumentParser
import CloudClient
import CloudModel
import CommandSupport
import Foundation

struct AccountSignInCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in", abstract: "Sign in to an existing account.",
    discussion: PassphraseOptions.discussion + """


      A link that ‘account link-device’ has made needs no passphrase. With a link for a new passphrase, the passphrase \
      is the new one.
      """)

  @OptionGroup var options: GlobalOptions

  @OptionGroup var passphrase: PassphraseOptions

  @Option(
    help: ArgumentHelp(
      "Sign in on the server of this link, which can carry a code for the account.",
      valueName: "link"))
  var link: String?

  @Argument(help: "The account's name.")
  var name: String

  func run() async throws {
    let server = try await FoundServer.ask(ifGiven: link, options)
    _ = try server?.checkedAccount(for: name)
    let signIn = try await SignUp(
      options: options, server: server, passphraseFile: passphrase.file,
      allowsPlainHTTP: passphrase.insecure, sendsWhole: passphrase.source.isWhole
    ).signIn(name: name)
    try signIn.report(options)
  }
}

/// The options by which a command gets a passphrase.
struct PassphraseOptions: ParsableArguments {
  static let discussion = """
    A cloud at an http address needs a passphrase of at least 8 characters. The command asks for \
    it, unless --passphrase-file is given. At a Unix socket the operating system's user is enough.

    The cloud never gets a passphrase of five words or more, but a key that is computed from it. Such a passphrase also \
    opens your keys for sealed chats (‘zonechat account keys’).
    """

  @OptionGroup var source: PassphraseFileOption

  @Flag(
    name: .long,
    help: "Send the passphrase also over plain HTTP to another machine, where others can read it.")
  var insecure = false

  var file: String? { source.file }
}

/// The option for a file that has the passphrase.
struct PassphraseFileOption: ParsableArguments {
  @Option(
    name: .customLong("passphrase-file"),
    help: ArgumentHelp("Read the passphrase from the first line of this file.", valueName: "file"),
    completion: .file())
  var file: String?

  @Flag(
    name: .customLong("whole"),
    help: "Send the passphrase as it is, also one of five words or more.")
  var isWhole = false
}

extension Profile.SignIn {
  /// Says who is signed in now.
  func report(_ options: GlobalOptions) throws {
    if options.json {
      try Output.json(["name": credentials.name, "userRecordName": credentials.userRecordName])
    } else {
      try Output.line("Signed in as \(credentials.name).")
    }
  }
}
