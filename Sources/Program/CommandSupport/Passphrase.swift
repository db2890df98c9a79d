import ChatSecrets
package import CloudClient
import CloudModel
import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The source of a command's passphrase: a file, or the person at the terminal.
package enum Passphrase {
  /// The passphrase for a cloud at `address`: from `file` if one is named, otherwise from the person.
  ///
  /// Without a file it is nil at a Unix socket, where the operating system vouches for the person. `isNew`
  /// asks twice.
  static func forCloud(
    at address: CloudAddress, file: String?, isNew: Bool
  ) throws(Failure) -> String? {
    if let file { return isNew ? try readNew(file) : try read(file) }
    guard isNeeded(at: address) else { return nil }
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure(
        "The cloud at \(address) needs a passphrase. Use --passphrase-file FILE.",
        code: .usage)
    }
    return isNew ? try askTwice("Passphrase") : try ask("Passphrase: ")
  }

  /// The secret with which a person opens the account's keys: from `file` if one is named, otherwise asked for.
  package static func secret(file: String?) throws(Failure) -> String {
    if let file { return try read(file) }
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure(
        "There is no terminal at which the recovery code could be asked for. Use --from FILE.",
        code: .usage)
    }
    return try withoutEcho { () throws(Failure) in try ask("Recovery code or passphrase: ") }
  }

  /// The passphrase that an account of a cloud at `address` has, and the one that it gets.
  ///
  /// The first is nil at a Unix socket, unless `file` names it.
  static func forChange(
    at address: CloudAddress, file: String?, newFile: String?
  ) throws(Failure) -> (present: String?, new: String) {
    let asksPresent = file == nil && isNeeded(at: address)
    guard isatty(STDIN_FILENO) == 1 || (!asksPresent && newFile != nil) else {
      let options = asksPresent ? ["--passphrase-file FILE"] : []
      throw Failure(
        "There is no terminal at which passphrases could be asked for. Use "
          + (options + (newFile == nil ? ["--new-passphrase-file FILE"] : []))
          .joined(separator: " and ") + ".",
        code: .usage)
    }
    var present: String?
    if let file {
      present = try read(file)
    } else if asksPresent {
      present = try ask("Present passphrase: ")
    }
    if let newFile { return (present, try readNew(newFile)) }
    return (present, try askTwice("New passphrase"))
  }

  /// Refuses to send a passphrase where everybody on the way can read it; `wayOut` says how to send it all the same.
  static func checkSecrecy(
    of address: CloudAddress, allowsPlainHTTP: Bool, wayOut: String
  ) throws(Failure) {
    guard address.isReadableOnTheWay, !allowsPlainHTTP else { return }
    throw Failure(
      "\(address) is plain HTTP: everybody on the way can read the passphrase and all messages. Write https://, or, if "
        + "you trust the whole way, \(wayOut).",
      code: .usage)
  }

  /// Whether an account of the cloud at an address must have a passphrase.
  package static func isNeeded(at address: CloudAddress) -> Bool {
    !address.description.hasPrefix("unix:")
  }

  /// The file's first line.
  private static func read(_ file: String) throws(Failure) -> String {
    let text = String(decoding: try NamedFile.data(file), as: UTF8.self)
    // CR LF is one character.
    let line = text.prefix { !$0.isNewline }
    guard !line.isEmpty else {
      throw Failure("\(file) has no passphrase. Write it in the first line.", code: .usage)
    }
    return String(line)
  }

  /// The same of a file whose passphrase is to be an account's; what the cloud would refuse is not sent.
  private static func readNew(_ file: String) throws(Failure) -> String {
    let passphrase = try read(file)
    guard let reason = PassphraseRule.reason(against: passphrase) else { return passphrase }
    throw Failure("\(reason) Write another one into \(file).", code: .usage)
  }

  /// Asks until a passphrase is long enough and was typed twice: here, unlike in a window, no key can show it.
  private static func askTwice(_ what: String) throws(Failure) -> String {
    try withoutEcho { () throws(Failure) in
      while true {
        let passphrase = try ask(
          "\(what), at least \(PassphraseRule.fewestCharacters) characters: ")
        if let reason = PassphraseRule.reason(against: passphrase) {
          Output.problem(reason)
        } else if try ask("The same again: ") == passphrase {
          return passphrase
        } else {
          Output.problem("The two passphrases differ. Type it anew.")
        }
      }
    }
  }

  private static func ask(_ question: String) throws(Failure) -> String {
    FileHandle.standardError.write(Data(question.utf8))
    defer { Output.note("") }
    guard let answer = readLine(), !answer.isEmpty else {
      throw Failure("No passphrase was given.", code: .usage)
    }
    return answer
  }

  /// What is typed meanwhile, also ahead of a question, is not shown.
  private static func withoutEcho<Answer>(
    _ questions: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    var shown = termios()
    guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return try questions() }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown) }
    return try questions()
  }
}

/// A passphrase that a person has typed: what the cloud gets of it, and what opens the account's keys.
package struct AccountPassphrase: Sendable {
  /// The way out for a passphrase that was not split when the account got it.
  package static let wholeAdvice =
    "Of a passphrase of five words or more the server gets a key that is computed from it. If the account got it from "
    + "an administrator or by another program, add --whole, which sends it as it is."

  /// What the cloud gets as the account's passphrase.
  let signIn: String
  /// Opens the account's keyring; nil for a passphrase that the cloud gets whole.
  let escrow: EscrowKey?

  init(_ typed: String, of account: String, isWhole: Bool = false) throws {
    let split = isWhole ? nil : try SplitPassphrase(typed, accountName: account)
    signIn = split.map { Base64URL.encode($0.signIn.secretBytes) } ?? typed
    escrow = split?.escrow
  }
}
