package import CommandSupport
package import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// The lines of an archive's file, which is read more than once and stays the same file.
package final class ArchiveFile {
  struct Line {
    /// From 1 on.
    var number: Int
    /// Without its end; nil if it is longer than `ArchiveLine.limitBytes`.
    var bytes: [UInt8]?
  }

  private static let chunkBytes = 256 * 1024

  /// The name of the file for people: its path, or standard input.
  let name: String
  /// The folder in which the paths of an archive begin.
  let folder: URL
  private let handle: FileHandle
  private var rest: [UInt8] = []
  /// The place in `rest` where the next line begins.
  private var start = 0
  private var count = 0
  private var isAtEnd = false

  /// Opens an ordinary file, and waits for nothing.
  package init(_ url: URL) throws(Failure) {
    (name, folder) = (url.path, url.deletingLastPathComponent())
    let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(
        "\(url.path) cannot be read (\(String(cString: strerror(errno)))). Check its name and rights."
      )
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(
        "\(url.path) is not an ordinary file. Name the file that ‘zonechat export’ has written, or use - for standard input."
      )
    }
  }

  /// Reads a pipe to its end first, because an archive is read twice; the copy has no name, and goes with this object.
  ///
  /// The files of its messages are looked for in `folder`.
  package init(reading input: FileHandle, in folder: URL) throws(Failure) {
    (name, self.folder) = (NamedFile.name("-"), folder)
    do {
      handle = try TemporaryPlace.openFile("zonechat-import")
      while let chunk = try input.read(upToCount: Self.chunkBytes), !chunk.isEmpty {
        try handle.write(contentsOf: chunk)
      }
      try handle.seek(toOffset: 0)
    } catch {
      throw Failure(
        "\(name) cannot be kept in a temporary file (\(SystemReason.of(error))). Free some space, or name a file."
      )
    }
  }

  /// What was made of another file, and is read in its place; the bytes belong to this object.
  init(converted handle: FileHandle, from other: ArchiveFile) {
    (name, folder) = (other.name, other.folder)
    self.handle = handle
  }

  /// Begins again with the first line.
  func rewind() throws(Failure) {
    do { try handle.seek(toOffset: 0) } catch { throw failure(error) }
    (rest, start, count, isAtEnd) = ([], 0, 0, false)
  }

  /// The next line; nil at the end.
  ///
  /// A line of more than the limit is passed over without being kept.
  func next() throws(Failure) -> Line? {
    var isTooLong = false
    while true {
      if let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return line(rest[start..<end], isTooLong: isTooLong)
      }
      if isAtEnd {
        guard start < rest.count || isTooLong else { return nil }
        defer { start = rest.count }
        return line(rest[start...], isTooLong: isTooLong)
      }
      if rest.count - start > ArchiveLine.limitBytes {
        isTooLong = true
        start = rest.count
      }
      rest.removeFirst(start)
      start = 0
      let chunk: Data?
      do { chunk = try handle.read(upToCount: Self.chunkBytes) } catch { throw failure(error) }
      isAtEnd = chunk?.isEmpty ?? true
      if let chunk { rest += chunk }
    }
  }

  /// The next bytes of a file that has no lines; nil at the end.
  func chunk() throws(Failure) -> Data? {
    do {
      guard let chunk = try handle.read(upToCount: Self.chunkBytes), !chunk.isEmpty else {
        return nil
      }
      return chunk
    } catch {
      throw failure(error)
    }
  }

  private func line(_ bytes: ArraySlice<UInt8>, isTooLong: Bool) -> Line {
    count += 1
    return Line(
      number: count,
      bytes: isTooLong || bytes.count > ArchiveLine.limitBytes ? nil : Array(bytes))
  }

  private func failure(_ error: any Error) -> Failure {
    Failure("\(name) cannot be read (\(SystemReason.of(error))).")
  }
}
