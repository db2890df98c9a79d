package import ChatModel
package import Foundation
import LocalFiles

/// Copies a file into one of the person's folders, under a name that is not taken yet.
///
/// A file under that name is complete (`FileDraft`). Nothing is overwritten and no link is followed: the name is taken
/// in one step, which fails if it is already in use.
package struct FileSaver {
  /// Files of one name that a folder gets; our choice.
  private static let numberLimit = 1000
  /// Bytes read at a time.
  private static let chunkBytes = 256 * 1024

  private let source: URL

  package init(source: URL) {
    self.source = source
  }

  /// Saves the file in a folder under its safe name (`FileName`), with a number added if that name is taken.
  ///
  /// Throws `.fileExists` and `.fileUnwritable`.
  package func save(in folder: URL, named name: String) throws(ChatError) -> URL {
    let name = FileName.safe(name)
    let draft = try draft(in: folder)
    for number in 1...Self.numberLimit {
      let target = folder.appending(path: FileName.numbered(name, number))
      if try Self.take(target, for: draft) { return target }
    }
    throw .fileExists(path: folder.appending(path: name).path)
  }

  /// Saves it at a place where nothing is yet.
  package func save(at target: URL) throws(ChatError) -> URL {
    let draft = try draft(in: target.deletingLastPathComponent())
    guard try Self.take(target, for: draft) else { throw .fileExists(path: target.path) }
    return target
  }

  private func draft(in folder: URL) throws(ChatError) -> FileDraft {
    do {
      let input = try FileHandle(forReadingFrom: source)
      defer { try? input.close() }
      let draft = try FileDraft(in: folder)
      while let chunk = try input.read(upToCount: Self.chunkBytes), !chunk.isEmpty {
        try draft.write(chunk)
      }
      return draft
    } catch {
      throw .fileUnwritable(path: folder.path, reason: SystemReason.of(error))
    }
  }

  private static func take(_ target: URL, for draft: FileDraft) throws(ChatError) -> Bool {
    do {
      return try draft.take(target.path)
    } catch {
      throw .fileUnwritable(path: target.path, reason: SystemReason.of(error))
    }
  }
}
