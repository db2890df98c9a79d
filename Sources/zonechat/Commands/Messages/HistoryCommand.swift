import ArgumentParser
import ChatCore
import ChatModel
import ChatUI
import ChatViews
import Composition
import Foundation

struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Print what a message said before it was changed.",
    discussion: "Only texts that were on this device are known, the newest 20.")

  @OptionGroup var target: MessageArgument

  func run() async throws {
    try await target.with(last: .any) { session, id, _ in
      let message = try await session.repository.message(id)
      let versions = try await session.repository.editHistory(of: id)
      if target.options.json {
        for version in versions { try Output.json(VersionJSON(version)) }
        return
      }
      if versions.isEmpty {
        Output.note(
          message.isEdited
            ? "It was changed before this device saw it." : "This message was not changed.")
      }
      for version in versions {
        let writer = version.changedBy ?? message.senderName
        try Output.line(
          "\(Output.time(version.writtenAt))  \(writer): "
            + Output.harmless(version.text, indent: "    "))
      }
    }
  }
}

/// An earlier text of a message as `--json` prints it.
private struct VersionJSON: Encodable {
  var text: String
  var timestamp: Date
  /// The account that had written it, where that was not the sender.
  var changedBy: String?

  init(_ version: Message.Version) {
    text = version.text
    timestamp = version.writtenAt
    changedBy = version.changedBy
  }
}
