import ArgumentParser
import ChatCore
import ChatModel
import ChatUI
import ChatWords
import CommandSupport
import Foundation

struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Print what a message said before it was changed.",
    discussion:
      "Only what was on this device is known: the first version, and the newest 20. A version whose file was replaced "
      + "is printed with the name, the size and the digest of that file.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: MessageArgument

  func run() async throws {
    try await target.with(options, last: .any) { session, id, _ in
      let message = try await session.repository.message(id)
      let versions = try await session.repository.editHistory(of: id)
      if options.json {
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
            + Output.harmless(MessageWords.text(of: version), indent: "    "))
      }
    }
  }
}

/// An earlier version of a message as `--json` prints it.
private struct VersionJSON: Encodable {
  var text: String
  var timestamp: Date
  /// The account that had written it, where that was not the sender.
  var changedBy: String?
  /// The file that it had, if the next version has another one or none.
  var file: File?

  struct File: Encodable {
    var name: String
    var type: String
    var size: Int64
    var sha256: String?
  }

  init(_ version: Message.Version) {
    text = version.text
    timestamp = version.writtenAt
    changedBy = version.changedBy
    file = version.file.map {
      File(name: $0.name, type: $0.type, size: $0.size, sha256: $0.digest?.text)
    }
  }
}
