package import ChatCore
package import ChatModel
import CommandSupport
import Foundation

/// The second reading of an archive: its messages are written into a chat.
package struct ChatImporter {
  package struct Report: Sendable {
    /// Messages that were written.
    package var written = 0
    /// Messages that the chat had already.
    package var existing = 0
  }

  /// Our choice: what is written in one transaction, which keeps other writers waiting.
  private static let messagesPerWrite = 250
  private static let bytesPerWrite = 4 * 1024 * 1024

  let repository: ChatRepository
  let chat: ChatID
  let file: ArchiveFile
  let importing: MessageImport
  /// Called with the number of messages that are in the chat.
  let progress: (Int) -> Void

  package init(
    repository: ChatRepository, chat: ChatID, file: ArchiveFile, _ importing: MessageImport,
    progress: @escaping (Int) -> Void
  ) {
    self.repository = repository
    self.chat = chat
    self.file = file
    self.importing = importing
    self.progress = progress
  }

  /// Writes the messages of an archive that was checked, in its order.
  ///
  /// A message that the chat has already, by its record name, is left as it is; so an import that was interrupted goes
  /// on where it was.
  package func run() async throws -> Report {
    try file.rewind()
    var report = Report()
    var batch: [ImportedMessage] = []
    var bytes = 0
    while let line = try file.next() {
      guard let message = try message(on: line) else { continue }
      let attached = try await stage(message)
      batch.append(try records(of: message, file: attached, on: line))
      bytes += line.bytes?.count ?? 0
      guard batch.count >= Self.messagesPerWrite || bytes >= Self.bytesPerWrite else { continue }
      try await write(batch, &report)
      (batch, bytes) = ([], 0)
    }
    try await write(batch, &report)
    return report
  }

  private func write(_ batch: [ImportedMessage], _ report: inout Report) async throws {
    let written = try await repository.write(imported: batch, to: chat)
    report.written += written
    report.existing += batch.count - written
    progress(report.written + report.existing)
  }

  /// The message of a line; nil if there is none to import.
  private func message(on line: ArchiveFile.Line) throws(Failure) -> ArchiveLine.Message? {
    do throws(ArchiveReader.Problem) {
      guard case .message(let message) = try importing.reader.content(of: line),
        message.deletedAt == nil
      else { return nil }
      return message
    } catch {
      throw changed(line, error)
    }
  }

  private func records(
    of message: ArchiveLine.Message, file: AttachedFile?, on line: ArchiveFile.Line
  ) throws(Failure) -> ImportedMessage {
    do throws(ArchiveReader.Problem) {
      return try importing.records(of: message, file: file)
    } catch {
      throw changed(line, error)
    }
  }

  /// Copies a message's file; nil if the archive does not have it, or the chat has the message already.
  private func stage(_ message: ArchiveLine.Message) async throws -> AttachedFile? {
    guard let file = message.attachment, let path = file.path,
      try await repository.message(named: message.id, in: chat) == nil
    else { return nil }
    let (digest, size) = try repository.stageFile(importing.folder.folder.appending(path: path))
    guard digest.text == file.sha256 else {
      throw Failure("\(path) has changed while it was imported. \(Self.wayOut)")
    }
    return AttachedFile(name: file.name, type: file.type, size: size, digest: digest)
  }

  private func changed(_ line: ArchiveFile.Line, _ problem: ArchiveReader.Problem) -> Failure {
    Failure(
      "The archive has changed while it was imported (line \(line.number): \(problem.words)). \(Self.wayOut)"
    )
  }

  private static let wayOut =
    "The messages before that are in the chat. Import it again with --into to go on."
}
