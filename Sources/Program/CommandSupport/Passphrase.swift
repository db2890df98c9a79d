package import CloudClient
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
    if let file { return try read(file) }
    guard isNeeded(at: address) else { return nil }
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure(
        "The cloud at \(address) needs a passphrase. Use --passphrase-file FILE.",
        code: .usage)
    }
    let passphrase = try ask("Passphrase: ")
    guard isNew else { return passphrase }
    guard try ask("The same again: ") == passphrase else {
      throw Failure("The two passphrases differ. Run the command again.")
    }
    return passphrase
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

  /// Asks on the terminal and does not show what is typed.
  private static func ask(_ question: String) throws(Failure) -> String {
    var shown = termios()
    let hasSettings = tcgetattr(STDIN_FILENO, &shown) == 0
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    if hasSettings { tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) }
    defer {
      if hasSettings { tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown) }
      Output.note("")
    }
    FileHandle.standardError.write(Data(question.utf8))
    guard let answer = readLine(), !answer.isEmpty else {
      throw Failure("No passphrase was given.", code: .usage)
    }
    return answer
  }
}
