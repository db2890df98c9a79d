import ChatModel
import ChatStore
package import CommandSupport
package import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// The folder for the files of an exported history.
///
/// A file is copied and not linked: a program that changes an exported file must not change the one that the profile
/// keeps. Its name begins with its checksum, so that two files of one name stay apart, and an export that is made again
/// finds what it has copied before.
package struct FileFolder {
  /// Digits of the checksum in a name.
  private static let digitCount = 12

  private let folder: URL
  /// The way to the folder from that of the archive.
  private let path: String
  private let replacing: Bool

  /// The folder, which has to be in that of the archive, so that both can be moved together; it is made for its first
  /// file.
  package init(
    _ folder: URL, besideArchiveIn base: URL, replacing: Bool
  ) throws(Failure) {
    let (inner, outer) = (
      folder.resolvingSymlinksInPath().pathComponents, base.resolvingSymlinksInPath().pathComponents
    )
    guard inner.count > outer.count, inner.starts(with: outer) else {
      throw Failure(
        "\(folder.path) is not in the folder of the archive, \(base.path). Choose a folder in there, so that both can "
          + "be moved together.", code: .usage)
    }
    self.folder = folder
    path = inner.dropFirst(outer.count).joined(separator: "/")
    self.replacing = replacing
  }

  /// Copies a file, whose own name is its checksum, under a harmless name; returns the way to it from the archive.
  func add(_ source: URL, named name: String) throws -> String {
    let name = FileName.safe("\(source.lastPathComponent.prefix(Self.digitCount))-\(name)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw Failure(
        "\(folder.path) cannot be made (\(SystemReason.of(error))). Choose another place.")
    }
    let target = folder.appending(path: name)
    if let status = FileStatus(link: target.path) {
      let isSame =
        status.mode & S_IFMT == S_IFREG
        && FileManager.default.contentsEqual(atPath: source.path, andPath: target.path)
      if isSame { return "\(path)/\(name)" }
      guard replacing else {
        throw Failure(
          "\(target.path) exists already with other bytes. Choose another place; --force replaces it."
        )
      }
      unlink(target.path)
    }
    _ = try FileSaver(source: source).save(at: target)
    return "\(path)/\(name)"
  }
}
