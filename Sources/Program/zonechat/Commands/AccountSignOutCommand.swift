import ArgumentParser
import ChatCore
import CommandSupport
import Foundation
import TerminalUI

struct AccountSignOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Sign out, and remove this machine's copy of the chats.",
    discussion: """
      The account and its chats stay in the cloud; ‘account sign-in’ brings them back. A copy that has something that \
      the cloud cannot give again is kept aside, and is used again when the same account signs in to this profile: \
      unsent changes, drafts, closed chats and messages of others that the cloud has lost. It is also kept if the \
      cloud does not answer or does not know the account any more. Earlier versions of messages alone are no reason \
      to keep a copy.
      """)

  struct Report: Encodable {
    var name: String
    /// Unsent changes that are kept.
    var kept: Int
    /// The folder in which the copy is kept.
    var keptIn: String?
  }

  @OptionGroup var options: GlobalOptions

  @Flag(
    name: .long,
    help: "Remove the copy in any case, with everything that the cloud cannot give again.")
  var discard = false

  func run() async throws {
    let done = try await SignUp(options: options).signOut(discarding: discard)
    let kept = done.keptIn == nil ? 0 : done.onlyHere.unsent
    if options.json {
      return try Output.json(Report(name: done.name, kept: kept, keptIn: done.keptIn))
    }
    try Output.line(
      done.isConfirmed
        ? "Signed out. The chats of \(done.name) stay in the cloud." : "Signed out on this machine."
    )
    if !done.isConfirmed {
      Output.note("The cloud did not confirm it; it may still accept the keys of this sign-in.")
    }
    guard let place = done.keptIn else { return }
    let words = done.onlyHere.words
    let what = words.isEmpty ? "This machine's copy of the chats" : "The copy, with \(words),"
    Output.note(
      "\(what) is kept in \(place), and used again when \(done.name) signs in to this profile again."
    )
  }
}

extension OnlyHere {
  /// `1 unsent change and 2 drafts`; empty if there is nothing.
  fileprivate var words: String {
    let parts = [
      (unsent, "unsent change", "unsent changes"), (drafts, "draft", "drafts"),
      (closedChats, "closed chat", "closed chats"),
      (lostMessages, "message that the cloud has lost", "messages that the cloud has lost"),
    ]
    return parts.filter { $0.0 > 0 }.map { DisplayText.count($0.0, $0.1, $0.2) }
      .formatted(.list(type: .and).locale(Locale(identifier: "en")))
  }
}
