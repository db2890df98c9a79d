import ArgumentParser
import ChatCore
import ChatUI
import Foundation

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
      "Where to save it: a new file, or a folder. The file's own name in this folder if left out.",
      valueName: "path"))
  var output: String?

  @Option(name: .long, help: ArgumentHelp("How long to wait for it.", valueName: "seconds"))
  var timeout = 60

  func validate() throws {
    guard timeout > 0 else { throw ValidationError("--timeout wants a positive number.") }
  }

  func run() async throws {
    try await target.with { session, id, _ in
      let repository = session.repository
      // Whoever asks means what is in the cloud now.
      if try await repository.attachmentFile(of: id) == nil {
        try await session.syncOnce(limit: .seconds(5))
        try await repository.requestAttachment(of: id)
        try await session.syncOnce(limit: .seconds(timeout))
      }
      let message = try await repository.message(id)
      guard let file = message.attachment else { throw ChatError.noFile }
      guard let source = try await repository.attachmentFile(of: id) else {
        throw Failure(FileWords.line(file) + "; run the command again.", code: .queued)
      }
      let place = try save(source, as: file.name)
      if target.options.json {
        try Output.json(SavedFileJSON(path: place.path, size: file.size, type: file.type))
      } else {
        Output.line(place.path)
      }
    }
  }

  /// Copies the file, never over another.
  private func save(_ source: URL, as name: String) throws -> URL {
    var place = URL(fileURLWithPath: output ?? name)
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: place.path, isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      place.appendPathComponent(name)
    }
    do {
      try FileManager.default.copyItem(at: source, to: place)
    } catch CocoaError.fileWriteFileExists {
      throw Failure("\(place.path) exists already; choose another place with --output.")
    } catch {
      throw Failure("\(place.path) cannot be written (\(error.localizedDescription)).")
    }
    return place
  }
}

/// A saved file as `--json` prints it.
private struct SavedFileJSON: Encodable {
  var path: String
  var size: Int64
  var type: String
}
