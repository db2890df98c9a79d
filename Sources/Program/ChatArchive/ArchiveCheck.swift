import CommandSupport
import Foundation
import TerminalUI

/// The first reading of an archive: everything is checked before anything is imported.
package struct ArchiveCheck {
  /// An archive that can be imported.
  package struct Contents: Sendable {
    package var title: String
    package var messages = 0
    /// Messages that were taken back, of which nothing is left to import.
    package var removed = 0
    package var files = 0
    /// Files of which the archive does not have the bytes.
    package var missingFiles = 0
    /// Whether all older messages had been fetched when the archive was made.
    package var isComplete: Bool
  }

  /// The problems that are said; our choice.
  private static let shownProblems = 10

  let file: ArchiveFile
  let importing: MessageImport
  let progress: (Int) -> Void

  /// An archive to be imported by an account; `progress` is called with the number of lines that were read.
  package init(_ file: ArchiveFile, _ importing: MessageImport, progress: @escaping (Int) -> Void) {
    self.file = file
    self.importing = importing
    self.progress = progress
  }

  /// Reads the whole archive; says which lines are wrong, and throws, if any is.
  package func run() throws -> Contents {
    try file.rewind()
    var contents: Contents?
    var names: Set<String> = []
    var end: ArchiveLine.End?
    var problems = 0
    while let line = try file.next() {
      progress(line.number)
      do throws(ArchiveReader.Problem) {
        if end != nil { throw .init("it stands behind the end") }
        let content = try importing.reader.content(of: line)
        if case .head(let head) = content {
          guard contents == nil else { throw .init("it begins another archive") }
          try requireKnown(head)
          contents = Contents(title: head.title, isComplete: head.isComplete)
        } else if contents == nil {
          throw .init("an archive begins with a line of the kind ‘archive’")
        } else if case .message(let message) = content {
          guard names.insert(message.id).inserted else {
            throw .init("another message has the id \(message.id) too")
          }
          try count(message, in: &contents)
        } else if case .end(let found) = content {
          end = found
        }
      } catch {
        problems += 1
        if problems <= Self.shownProblems {
          Output.problem("line \(line.number): \(error.words)")
        }
        // Without a head that is known, the rest means nothing.
        if contents == nil { break }
      }
    }
    let name = DisplayText.singleLine(file.name)
    if problems > Self.shownProblems {
      Output.problem("and \(problems - Self.shownProblems) more")
    }
    guard problems == 0 else {
      throw Failure(
        "\(name) cannot be imported, and nothing was. Mend the archive, or export it again.")
    }
    guard let contents else { throw Failure("\(name) is empty. Nothing was imported.") }
    guard let end, end.messages == contents.messages else {
      throw Failure(
        "\(name) is not whole: \(end == nil ? "its last line is missing" : "messages are missing"). Nothing was "
          + "imported. Export it again.")
    }
    return contents
  }

  private func requireKnown(_ head: ArchiveLine.Head) throws(ArchiveReader.Problem) {
    guard head.version == ArchiveLine.version else {
      throw .init(
        "the archive has version \(head.version), and this ZoneChat reads version \(ArchiveLine.version)"
      )
    }
  }

  private func count(
    _ message: ArchiveLine.Message, in contents: inout Contents?
  ) throws(ArchiveReader.Problem) {
    contents?.messages += 1
    guard message.deletedAt == nil else {
      contents?.removed += 1
      return
    }
    // What does not fit is found here.
    _ = try importing.records(of: message, file: nil)
    guard let file = message.attachment else { return }
    if let path = file.path {
      _ = try importing.folder.check(path, of: file)
      contents?.files += 1
    } else {
      contents?.missingFiles += 1
    }
  }
}
