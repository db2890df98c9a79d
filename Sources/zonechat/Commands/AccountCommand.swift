import ArgumentParser
import ChatCore
import ChatModel
import CloudClient
import CloudModel
import CloudSync
import Composition
import Foundation
import ReplicaFiles

struct AccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Create an account, sign in and out, and show who is signed in.",
    subcommands: [
      AccountCreateCommand.self, AccountSignInCommand.self, AccountSignOutCommand.self,
      AccountStatusCommand.self,
    ])
}

extension ConnectionStatus.Trouble.Subject {
  /// The name of the subject in the command's output.
  fileprivate func name(among chats: [ChatSummary]) -> String {
    switch self {
    case .chat(let id): "news of ‘\(chats.first { $0.id == id }?.name ?? "a chat")’"
    case .chats(let ownOnes): ownOnes ? "news of your own chats" : "news of others' chats"
    case .invitations: "invitations"
    }
  }
}

struct AccountCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create an account in the cloud, and sign in to it.",
    discussion: PassphraseOptions.discussion)

  @OptionGroup var options: GlobalOptions

  @OptionGroup var passphrase: PassphraseOptions

  @Argument(help: "The account's name, not in use yet: 1 to 32 letters, digits, - _ and .")
  var name: String

  func run() async throws {
    let signIn = try await SignUp(options: options, passphraseFile: passphrase.file)
      .create(name: name)
    try signIn.report(options)
  }
}

struct AccountStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show who is signed in, and whether the cloud can be reached.")

  struct Status: Encodable {
    var name: String
    var userRecordName: String
    var profile: String
    var cloud: String
    /// Whether the cloud has answered.
    var isReachable: Bool
    /// Why the cloud cannot be used; nil where it can.
    var trouble: String?
    var queued: Int
    var failed: Int
    /// The fetches that the cloud refuses although it can be reached, with reasons.
    var refused: [String: String] = [:]
  }

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    try await Session.with(options) { session in
      let trouble: String?
      do {
        trouble = try await session.syncOnce(limit: .seconds(3)).obstacle
      } catch let error as ChatError where error.isStorageTrouble {
        trouble = "not asked: \(error)"
      }
      let counts = try await session.repository.currentConnectionStatus()
      var status = Status(
        name: session.credentials.name, userRecordName: session.credentials.userRecordName,
        profile: session.profile.name, cloud: session.cloudDescription,
        isReachable: trouble == nil, queued: counts.queuedCount,
        failed: counts.failedCount)
      status.trouble = trouble
      let chats = try await session.repository.currentChatSummaries()
      for trouble in counts.troubles {
        status.refused[trouble.subject.name(among: chats)] = trouble.reason
      }
      if options.json {
        try Output.json(status)
      } else {
        try Output.line(
          """
          account  \(status.name)
          user     \(status.userRecordName)
          profile  \(status.profile)
          cloud    \(status.cloud), \(status.trouble ?? "reachable")
          outbox   \(status.queued) queued, \(status.failed) failed
          """)
        for (subject, reason) in status.refused.sorted(by: { $0.key < $1.key }) {
          try Output.line("missing  \(Output.harmless(subject)): \(Output.harmless(reason))")
        }
      }
    }
  }
}
