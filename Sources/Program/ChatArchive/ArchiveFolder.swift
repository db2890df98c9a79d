import ChatModel
import Crypto
import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// The files beside an archive, which an archive may name and nothing else.
struct ArchiveFolder {
  typealias Problem = ArchiveReader.Problem

  private static let chunkBytes = 256 * 1024

  let folder: URL

  /// The file of a message, with the bytes that the archive promises.
  ///
  /// Throws where the path leads out of the folder, by its words or by a link.
  func check(_ path: String, of file: ArchiveLine.File) throws(Problem) -> URL {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isInside =
      path.utf8.count < PATH_MAX && !path.utf8.contains(0)
      && parts.allSatisfy { !["", ".", ".."].contains($0) }
    guard isInside else { throw Problem("the path of its file leads out of the archive's folder") }
    var place = folder
    for (index, part) in parts.enumerated() {
      place.append(path: String(part))
      guard let status = FileStatus(link: place.path) else {
        throw Problem("its file ‘\(path)’ is not there")
      }
      let expected = index == parts.count - 1 ? S_IFREG : S_IFDIR
      guard status.mode & S_IFMT == expected else {
        throw Problem("its file ‘\(path)’ is not an ordinary file, or is behind a link")
      }
    }
    guard try digest(of: place)?.text == file.sha256 else {
      throw Problem("its file ‘\(path)’ has other bytes than the archive says")
    }
    return place
  }

  /// Nil for a file of more bytes than a file may have.
  private func digest(of file: URL) throws(Problem) -> AssetDigest? {
    do {
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      var hash = SHA256()
      var size: Int64 = 0
      while let chunk = try handle.read(upToCount: Self.chunkBytes), !chunk.isEmpty {
        hash.update(data: chunk)
        size += Int64(chunk.count)
        guard size <= AttachedFile.limitBytes else { return nil }
      }
      return AssetDigest(hash.finalize())
    } catch {
      throw Problem("its file cannot be read (\(SystemReason.of(error)))")
    }
  }
}
