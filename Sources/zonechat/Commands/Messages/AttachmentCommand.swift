import ArgumentParser
import ChatCore
import ChatModel
import ChatUI
import Foundation
import TerminalUI

struct AttachmentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attachment", abstract: "Fetch the file of a message, and save it.",
    discussion: """
      Prints where the file was saved. A fetch that is broken off goes on where it stopped; exit code \
      4 says that it is still on its way.
      """)

  @OptionGroup var target: MessageArgument

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where to save it: a new file, or a folder. In this folder, under its own name, if left out.",
      valueName: "path"))
  var output: String?

  @Option(name: .long, help: ArgumentHelp("How long to wait for it.", valueName: "seconds"))
  var timeout = 60

  func validate() throws {
    guard timeout > 0 else { throw ValidationError("--timeout must be a positive number.") }
  }

  func run() async throws {
    try await target.with { session, id, _ in
      let repository = session.repository
      // The person asks for what is in the cloud now.
      if try await repository.attachmentFile(of: id) == nil {
        try await session.syncOnce(limit: .seconds(5))
        try await repository.requestAttachment(of: id)
        try await session.syncOnce(limit: .seconds(timeout))
      }
      let saved = try await repository.saveAttachment(
        of: id, to: URL(fileURLWithPath: output ?? "."))
      guard let file = try await repository.message(id).attachment else { throw ChatError.noFile }
      guard let saved else {
        throw Failure(FileWords.line(file) + ". Run the command again.", code: .queued)
      }
      if target.options.json {
        try Output.json(SavedFileJSON(path: saved.path, size: file.size, type: file.type))
      } else {
        Output.line(DisplayText.singleLine(saved.path))
      }
    }
  }
}

/// A saved file as `--json` prints it.
private struct SavedFileJSON: Encodable {
  var path: String
  var size: Int64
  var type: String
}
