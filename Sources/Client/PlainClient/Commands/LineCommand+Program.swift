import ChatCore
import ChatModel
import ChatWords
import CloudModel

/// The program itself.
extension LineCommand {
  static let program: [LineCommand] = [
    LineCommand(
      "status", "Say who you are, which chat is open, and whether the cloud can be reached", .alone
    ) {
      model, _ in
      let status = try await model.repository.currentConnectionStatus()
      model.say("You are \(model.repository.account.name).")
      let open = try await model.chats().first { $0.id == model.openChat }
      model.say(open.map { "\(LineWords.name($0)) is open." } ?? "No chat is open.")
      if let obstacle = status.sync.obstacle {
        model.say("Not connected: \(obstacle).")
      } else {
        model.say(
          status.sync == .upToDate
            ? "Connected, everything is fetched." : "Connecting or fetching.")
      }
      model.say("\(status.queuedCount) queued, \(status.failedCount) failed. outbox says why.")
    },
    LineCommand("help", argument: "[WORD]", "List all commands, or explain one of them", .command) {
      try await $0.help($1.lowercased())
    },
    LineCommand(.quit, also: ["exit"], .alone) { model, _ in model.isEnded = true },
  ]
}

/// The text that `help` prints, besides the commands.
enum LineHelp {
  static let rules = [
    "A line that is no command is sent to the open chat. A slash before a word always makes it a command.",
    "say TEXT sends a text that looks like a command, and //text one that begins with a slash.",
    "Messages have numbers: reply 3 I agree. Without a number the newest message that fits is meant.",
    "The end of the input (Ctrl+D) leaves; everything is saved.",
  ]
}

extension LineModel {
  fileprivate func help(_ word: String) async throws {
    guard word.isEmpty else {
      guard let command = LineCommands.named(word) else {
        throw LineRefusal("There is no command ‘\(word)’. help lists all of them.")
      }
      return say(Self.line(of: command))
    }
    let groups = LineCommands.groups.flatMap { group in
      group.commands.enumerated().map { place, command in
        Item(lines: (place == 0 ? ["\(group.title):"] : []) + [Self.line(of: command)])
      }
    }
    try await say(LineHelp.rules.map { Item(lines: [$0]) } + groups)
  }

  private static func line(of command: LineCommand) -> String {
    let others = command.aliases.isEmpty ? "" : " (also \(command.aliases.joined(separator: ", ")))"
    return "\(command.verb.usage): \(command.verb.title)\(others)."
  }
}
