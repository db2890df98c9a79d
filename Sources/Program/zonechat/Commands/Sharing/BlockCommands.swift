import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CloudModel
import CommandSupport
import TerminalUI

struct BlockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .block,
    discussion: """
      Their messages are one line in the clients, and are not counted; their reactions and invitations are not \
      shown. ‘read’, ‘watch’ and ‘export’ still print everything. The block holds on all your devices. Nobody is \
      told of it.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The name of the person's account.", completion: Completions.people)
  var name: String

  func run() async throws { try await options.setBlocked(true, name, action: "block") }
}

struct UnblockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(.unblock)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The name of the person's account.", completion: Completions.blockedPeople)
  var name: String

  func run() async throws { try await options.setBlocked(false, name, action: "unblock") }
}

struct BlockedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(.blocked)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var freshness: FreshnessOptions

  func run() async throws {
    try await Session.with(options) { session in
      try await freshness.refresh(session, options)
      let people = try await session.repository.currentBlockedPeople()
      for person in people {
        if options.json {
          try Output.json(BlockedPersonJSON(person))
        } else {
          try Output.line(DisplayText.singleLine(person.name))
        }
      }
      if people.isEmpty, !options.json { Output.note("No blocked people.") }
    }
  }
}

extension GlobalOptions {
  fileprivate func setBlocked(_ isBlocked: Bool, _ name: String, action: String) async throws {
    try await Session.with(self) { session in
      let person = try await session.repository.setBlocked(isBlocked, named: name)
      var done = DoneJSON(action: action, member: person)
      let status = try await session.syncAfterWriting()
      if status != .upToDate {
        done.isSent = false
        done.reason = status.reason ?? "no answer in time"
      }
      try session.say(
        done, json: json,
        words: BlockWords.done(person, isBlocked: isBlocked) { "‘zonechat \($0)’" })
      if let reason = done.reason {
        Output.note("Not sent yet: \(reason). Your other devices learn it later.")
      }
    }
  }
}
