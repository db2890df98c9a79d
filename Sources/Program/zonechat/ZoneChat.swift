import ArgumentParser
import CMemory
import CloudCommands
import CommandSupport
import Foundation

/// The program: reads the command line, runs one command, turns whatever it throws into one line and an
/// exit code.
@main
struct ZoneChat {
  static func main() async {
    // Files that this process writes are for this user alone.
    umask(0o077)
    OpenFiles.reserveStandardDescriptors()
    cmemory_keep_freed_pages()
    _ = cmemory_disable_sqlite_statistics()
    // The first use copies them.
    let words = CommandLine.arguments
    do {
      try OpenFiles.requireEnough()
      try TextArguments.checkEncoding()
      cmemory_cover_codes()
      var arguments = GlobalOptions.hoisted(Array(words.dropFirst()))
      try GlobalOptions.checkRepetition(in: arguments)
      try Log.checkEnvironment()
      if let word = arguments.first, let address = RootCommand.address(word) {
        arguments[0] = address
      }
      try RootCommand.checkCommand(arguments.first { $0 != "help" })
      var command = try await RootCommand.asyncParseAsRoot(
        TextArguments.protected(arguments, for: RootCommand.self))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      Failure.exit(with: error)
    }
  }
}

struct RootCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zonechat",
    abstract: "Chat in the terminal, online and offline, over a simulated CloudKit.",
    discussion: """
      Without a command, ZoneChat opens the full-screen client. It needs no setup: the first \
      process that needs the cloud starts one in the background. With an invitation link, it finds \
      the profile for the server of the link, or signs up there, and shows the invitation. With the \
      address of a server, chat.example, it does the same without an invitation.

      EXIT CODES: 0 done, 1 failed, 2 wrong usage, 3 not signed in, 4 not finished in time \
      (--wait, sync, attachment).
      """,
    version: Version.current,
    groupedSubcommands: [
      CommandGroup(
        name: "Chatting",
        subcommands: [
          OpenCommand.self, ChatsCommand.self, NewCommand.self, RenameCommand.self,
          DeleteCommand.self, SendCommand.self, MessageCommand.self, ReadCommand.self,
          WatchCommand.self,
          EditCommand.self, HistoryCommand.self, UnsendCommand.self, ReactCommand.self,
          PinMessageCommand.self, UnpinMessageCommand.self, PinnedCommand.self,
          SearchCommand.self,
          AttachmentCommand.self, ExportCommand.self, ImportCommand.self,
        ]),
      CommandGroup(
        name: "The list of chats",
        subcommands: [
          PinCommand.self, UnpinCommand.self, ArchiveCommand.self, UnarchiveCommand.self,
          NotifyCommand.self, MuteCommand.self, MarkReadCommand.self, MarkAllReadCommand.self,
          HideCommand.self,
        ]),
      CommandGroup(
        name: "Sharing",
        subcommands: [
          InviteCommand.self, InvitationsCommand.self, JoinCommand.self, DeclineCommand.self,
          MembersCommand.self, PermissionCommand.self, RemoveCommand.self, LimitCommand.self,
          LeaveCommand.self, StopSharingCommand.self, BlockCommand.self, UnblockCommand.self,
          BlockedCommand.self,
        ]),
      CommandGroup(
        name: "Sending and syncing",
        subcommands: [
          OutboxCommand.self, EventsCommand.self, SyncCommand.self, AgentCommand.self,
        ]),
      CommandGroup(
        name: "Account and cloud",
        subcommands: [
          AccountCommand.self, DoctorCommand.self, CloudCommand.self, DemoCommand.self,
          StoryCommand.self, BenchCommand.self, TraceCommand.self,
          ScenarioCommand.self, SimulateCommand.self, HomeKeeperCommand.self,
        ]),
      CommandGroup(
        name: "The full-screen client",
        subcommands: [
          ConfigCommand.self, KeysCommand.self, ManualCommand.self, DrawPictureCommand.self,
        ]),
    ],
    defaultSubcommand: OpenCommand.self)

  /// The commands that help shows.
  static var shownNames: [String] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
  }

  /// The address of a server that stands in the place of a command; nil for other words.
  fileprivate static func address(_ word: String) -> String? {
    let names = configuration.subcommands.map { $0._commandName }
    return names.contains(word) ? nil : Arrival.Target.address(word)
  }

  /// Refuses a word that is neither a command nor a link; the default command would take it for a chat's name.
  fileprivate static func checkCommand(_ word: String?) throws {
    guard let word, !word.hasPrefix("-") else { return }
    let names = configuration.subcommands.map { $0._commandName }
    guard !names.contains(word) else { return }
    if word.contains("://") {
      _ = try Arrival.Target(parsing: word)
      return
    }
    // Every name begins with nothing, and many with any one letter.
    let near = word.count < 2 ? [] : shownNames.filter { $0.hasPrefix(word.prefix(2)) }
    let hint = near.isEmpty ? "" : " Did you mean ‘\(near.joined(separator: "’ or ‘"))’?"
    throw Failure(
      "There is no command ‘\(word)’.\(hint) ‘zonechat --help’ lists them.", code: .usage)
  }
}
