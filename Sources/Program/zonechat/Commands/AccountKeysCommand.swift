import ArgumentParser
import ChatCore
import ChatModel
import ChatSecrets
import CloudModel
import CommandSupport
import TerminalUI

struct AccountKeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Make the keys for sealed chats, and open them on another device.",
    discussion: """
      The keys belong to the account. The cloud keeps them for its devices, locked: it cannot open them. A recovery \
      code opens them on another device, and so does the passphrase of the account if it has five words or more.

      If both are forgotten, a device that has the keys makes a new code: ‘zonechat account keys code’. If no device has \
      them either, nobody can read any more what was sealed. Other chats are as they were; for sealed ones you need \
      another account then.

      EXAMPLES
        zonechat account keys make
        zonechat --profile tablet account keys open
      """,
    subcommands: [
      AccountKeysStatusCommand.self, AccountKeysMakeCommand.self, AccountKeysOpenCommand.self,
      AccountKeysCodeCommand.self, AccountKeysRenewCommand.self,
    ], defaultSubcommand: AccountKeysStatusCommand.self)
}

struct AccountKeysStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show whether this device has the keys, and what opens them.")

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    try await Session.with(options) { session in
      try session.ensureCloud()
      try (try await session.sharing.keyStatus()).report(options)
    }
  }
}

struct AccountKeysMakeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make", abstract: "Make the account's keys, and print a recovery code.",
    discussion: """
      The code is printed once, and nothing keeps it. Write it down, and keep it where nobody else reads it: whoever has \
      it and your sign-in reads your sealed chats.
      """)

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    try await Session.with(options) { session in
      try session.ensureCloud()
      let before = try await session.sharing.keyStatus()
      if before.areMade {
        guard before.areHere else { throw ChatError.sealing(.keysElsewhere) }
        // What was made and never sealed is sealed now.
        guard before.locks.isEmpty else {
          throw Failure(
            "The account has keys already. ‘zonechat account keys code’ makes another recovery code."
          )
        }
      }
      try await session.sharing.prepareKeys()
      try await session.makeRecoveryCode(options)
    }
  }
}

struct AccountKeysCodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "code", abstract: "Print a new recovery code; the old one opens nothing any more.",
    discussion:
      "This needs a device that has the keys. The code is printed once, and nothing keeps it.")

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    try await Session.with(options) { session in
      try session.ensureCloud()
      try await session.makeRecoveryCode(options)
    }
  }
}

/// The recovery code or the passphrase with which a command opens the account's keys.
struct LockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the code or the passphrase from the first line of this file.", valueName: "file"),
    completion: .file())
  var from: String?

  /// Reads it, or asks for it.
  fileprivate func opened(for account: AccountCredentials) throws -> (EscrowKey, KeyringLock) {
    let secret = try Passphrase.secret(file: from)
    if let code = RecoveryCode(secret) {
      return (code.escrow(of: account.userRecordName), .recoveryCode)
    }
    guard let split = try SplitPassphrase(secret, accountName: account.name) else {
      throw Failure(
        "This is neither a recovery code, which has seven groups of four letters and digits, nor a passphrase of five "
          + "words or more. Check what you have typed.", code: .usage)
    }
    return (split.escrow, .passphrase)
  }
}

struct AccountKeysOpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open the account's keys on this device.",
    discussion: """
      The command asks for the recovery code, or for the passphrase if it has five words or more. Small letters, \
      spaces and dashes do not matter in a code.
      """)

  @OptionGroup var options: GlobalOptions

  @OptionGroup var secret: LockOptions

  func run() async throws {
    try await Session.with(options) { session in
      try session.ensureCloud()
      let status = try await session.sharing.keyStatus()
      guard status.areMade else { throw ChatError.sealing(.noKeys) }
      if !status.areHere {
        let (escrow, lock) = try secret.opened(for: session.credentials)
        try await session.sharing.openKeys(with: escrow, lock)
      }
      try (try await session.sharing.keyStatus()).report(options)
    }
  }
}

struct AccountKeysRenewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "renew", abstract: "Make new keys, because somebody else may have the old ones.",
    discussion: """
      For example after a device was lost. The new keys are signed by the old ones, so nobody has to compare numbers \
      again. Every sealed chat of yours gets a new key; in those of others, their owners' devices take your new keys \
      over. Who has the old keys reads what was written before, and nothing that is written after that.

      The command asks for the recovery code or the passphrase, which opens the new keys on your other devices: there, \
      use ‘zonechat account keys open’. If it is stopped, the next one goes on.

      End the session of the lost device first: ‘zonechat account sessions’.
      """)

  @OptionGroup var options: GlobalOptions

  @OptionGroup var secret: LockOptions

  func run() async throws {
    try await Session.with(options) { session in
      try session.ensureCloud()
      let before = try await session.sharing.keyStatus()
      guard before.areMade else { throw ChatError.sealing(.noKeys) }
      let (escrow, lock) = try secret.opened(for: session.credentials)
      let left = try await session.sharing.renewKeys(sealedUnder: escrow, lock)
      try (try await session.sharing.keyStatus()).report(options)
      if before.locks.count > 1 {
        Output.note(
          lock == .recoveryCode
            ? "The passphrase opens them no more; ‘zonechat account passphrase’ sets one that does."
            : "The recovery code opens them no more; ‘zonechat account keys code’ makes another one."
        )
      }
      guard !left.isEmpty else { return }
      let names = left.map { "‘\(DisplayText.singleLine($0))’" }.joined(separator: ", ")
      Output.note("Not renewed yet: \(names). Run the command again when the cloud can be reached.")
    }
  }
}

extension Session {
  /// Seals the account's keys under a new recovery code, and prints that.
  fileprivate func makeRecoveryCode(_ options: GlobalOptions) async throws {
    let code = RecoveryCode.random()
    try await sharing.sealKeys(
      under: code.escrow(of: credentials.userRecordName), .recoveryCode)
    if options.json { return try Output.json(["recoveryCode": code.text]) }
    try Output.line(code.text)
    Output.note(
      "Write this recovery code down; it is not shown again. It opens your keys for sealed chats on another device: "
        + "‘zonechat account keys open’.")
  }
}

/// Where the keys are, as `--json` prints it.
private struct KeyStatusJSON: Encodable {
  var areMade: Bool
  var areHere: Bool
  /// `passphrase`, `recovery code`.
  var opensWith: [String]
}

extension KeyStatus {
  fileprivate func report(_ options: GlobalOptions) throws {
    let ways = KeyringLock.allCases.filter(locks.contains).map(\.words)
    if options.json {
      return try Output.json(
        KeyStatusJSON(areMade: areMade, areHere: areHere, opensWith: ways))
    }
    guard areMade else {
      return try Output.line(SealingProblem.noKeys.description)
    }
    try Output.line(
      areHere
        ? "This device has the account's keys for sealed chats."
        : SealingProblem.keysElsewhere.description)
    try Output.line(
      ways.isEmpty
        ? "Nothing opens them on another device yet. ‘zonechat account keys code’ makes a recovery code."
        : "On another device they open with the \(ways.joined(separator: " or the ")).")
  }
}
