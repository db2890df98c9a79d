import ArgumentParser
import Foundation

#if canImport(Glibc)
import Glibc
#endif

struct AccountSignOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Sign out, and remove this machine's copy of the chats.",
    discussion: """
      The account and its chats stay in the cloud; ‘account sign-in’ brings them back. Messages that \
      were not sent are lost, so it asks first where there are any.
      """)

  @OptionGroup var options: GlobalOptions

  @Flag(name: .long, help: "Do not ask; lose what was not sent.")
  var force = false

  func run() async throws {
    let name = try await SignUp(options: options).signOut { unsent in
      try confirm(losing: unsent)
    }
    if options.json {
      try Output.json(["name": name])
    } else {
      Output.line("Signed out; \(name)'s chats stay in the cloud.")
    }
  }

  private func confirm(losing unsent: Int) throws(Failure) {
    guard !force else { return }
    let what = unsent == 1 ? "1 change was not sent" : "\(unsent) changes were not sent"
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure(
        "\(what) and would be lost; run ‘zonechat sync’ first, or sign out with --force.",
        code: .queued)
    }
    FileHandle.standardError.write(Data("\(what) and will be lost. Sign out? [y/N] ".utf8))
    guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure("Still signed in.")
    }
  }
}
