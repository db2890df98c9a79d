package import ChatModel
package import Foundation
import LocalFiles

/// Copies a file into one of the person's folders, under a name that is not taken yet.
///
/// A file under that name is complete, except while `claim` reserves the name with an empty file. Nothing is
/// overwritten and no link is followed: the name is taken in one step, which fails if it is already in use.
package struct FileSaver {
  /// Files of one name that a folder gets; our choice.
  private static let numberLimit = 1000

  private let source: URL
  /// Names the copy while it is made.
  private let unique: String

  package init(source: URL, unique: String) {
    self.source = source
    self.unique = unique
  }

  /// Saves the file in a folder under its safe name (`FileName`), with a number added if that name is taken.
  ///
  /// Throws `.fileExists` and `.fileUnwritable`.
  package func save(in folder: URL, named name: String) throws(ChatError) -> URL {
    let name = FileName.safe(name)
    return try withDraft(in: folder) { draft throws(ChatError) in
      for number in 1...Self.numberLimit {
        let target = folder.appending(path: FileName.numbered(name, number))
        if try Self.take(target, for: draft) { return target }
      }
      throw .fileExists(path: folder.appending(path: name).path)
    }
  }

  /// Saves it at a place where nothing is yet.
  package func save(at target: URL) throws(ChatError) -> URL {
    try withDraft(in: target.deletingLastPathComponent()) { draft throws(ChatError) in
      guard try Self.take(target, for: draft) else { throw .fileExists(path: target.path) }
      return target
    }
  }

  private func withDraft(
    in folder: URL, _ body: (URL) throws(ChatError) -> URL
  ) throws(ChatError) -> URL {
    let draft = folder.appending(path: ".\(unique).part")
    defer { unlink(draft.path) }
    do {
      try FileManager.default.copyItem(at: source, to: draft)
    } catch {
      throw .fileUnwritable(path: folder.path, reason: SystemReason.of(error))
    }
    return try body(draft)
  }

  /// Gives a finished file in the same folder its name, beside the one that it has; returns false if the name is taken.
  ///
  /// Throws `.fileUnwritable`.
  package static func take(_ target: URL, for draft: URL) throws(ChatError) -> Bool {
    if link(draft.path, target.path) == 0 { return true }
    switch errno {
    case EEXIST: return false
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: return try claim(target, for: draft)
    default: throw unwritable(target)
    }
  }

  /// The same on a file system without hard links: an empty file reserves the name first.
  private static func claim(_ target: URL, for draft: URL) throws(ChatError) -> Bool {
    let descriptor = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw unwritable(target)
    }
    close(descriptor)
    guard rename(draft.path, target.path) == 0 else {
      let error = unwritable(target)
      unlink(target.path)
      throw error
    }
    return true
  }

  private static func unwritable(_ target: URL) -> ChatError {
    .fileUnwritable(path: target.path, reason: String(cString: strerror(errno)))
  }
}
