import ArgumentParser
import ChatCore
import ChatModel
import ChatUI
import ChatWords
import CommandSupport
import Foundation
import TerminalUI

struct AttachmentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attachment", abstract: ChatVerb.save.title + ".",
    discussion: """
      Downloads the file if it is not here, and prints the path of the saved file. Exit code 4 \
      means that the download has not finished; run the command again to continue it.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: MessageArgument

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A new file or a folder to save to; the default is the current folder.",
      valueName: "path"),
    completion: .file())
  var output: String?

  @Option(name: .long, help: ArgumentHelp("The longest time to wait.", valueName: "seconds"))
  var timeout = 60

  func validate() throws {
    guard timeout > 0 else { throw ValidationError("--timeout must be a positive number.") }
  }

  func run() async throws {
    try await target.with(options, last: .withFile) { session, id, _ in
      let repository = session.repository
      // The person asks for what is in the cloud now.
      if try await repository.attachmentFile(of: id) == nil {
        try await session.syncOnce(limit: .seconds(5))
        try await repository.requestAttachment(of: id)
        let progress = ProgressLine(options)
        try await progress.during({
          // What cannot be read now is read a moment later.
          (try? await repository.message(id).attachment).map { "Fetching " + FileWords.line($0) }
        }) {
          _ = try await session.syncOnce(limit: .seconds(timeout))
        }
      }
      let saved = try await repository.saveAttachment(
        of: id, to: FileAddress.file(output ?? "."))
      guard let file = try await repository.message(id).attachment else { throw ChatError.noFile }
      guard let saved else {
        throw Failure(
          "The file is not here yet: \(FileWords.line(file)). Run the command again.", code: .queued
        )
      }
      if options.json {
        try Output.json(SavedFileJSON(path: saved.path, size: file.size, type: file.type))
      } else {
        try Output.line(DisplayText.singleLine(saved.path))
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
