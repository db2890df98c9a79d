package import ChatModel
import CloudModel
import Crypto
package import Foundation
package import LocalFiles
package import Pictures
import Synchronization

/// The files of attachments on this device, each under the SHA-256 of its bytes.
///
/// A file is copied here before its upload, so that nobody can change it during the upload. A downloaded file
/// stays until other files need the space. The modification time of a file says when it was last used.
package struct AssetFolder: Sendable {
  /// Bytes of files that are kept here although they are also in the cloud; a chosen limit.
  package static let limitBytes: Int64 = 512 * 1024 * 1024
  /// How the names of sealed copies end.
  private static let sealedEnd = "sealed"
  /// Bytes read at a time.
  private static let chunkBytes = 256 * 1024

  package let directory: URL
  let limitBytes: Int64
  private let pictures = PictureHeaders()

  package init(_ directory: URL, limitBytes: Int64 = limitBytes) {
    self.directory = directory
    self.limitBytes = limitBytes
  }

  /// The location at which the file with these bytes is, or would be.
  package func file(_ digest: AssetDigest) -> URL { directory.appendingPathComponent(digest.text) }

  /// The location to which a download is written until all of its bytes have arrived.
  package func partial(_ recordName: String, chatID: Int64) -> URL {
    file(of: recordName, chatID: chatID, "part")
  }

  /// The location of what is uploaded of a file in a sealed chat, until the cloud has it.
  package func sealedCopy(_ recordName: String, chatID: Int64) -> URL {
    file(of: recordName, chatID: chatID, Self.sealedEnd)
  }

  private func file(of recordName: String, chatID: Int64, _ end: String) -> URL {
    let name = SHA256.hash(data: Data("\(chatID)/\(recordName)".utf8)).hexadecimal
    return directory.appendingPathComponent("\(name).\(end)")
  }

  package func has(_ digest: AssetDigest) -> Bool { access(path(file(digest)), R_OK) == 0 }

  /// The kind and the size of the picture that a file is; nil if it is none.
  package func picture(_ digest: AssetDigest) -> PictureHeader? {
    pictures.header(digest) { PictureHeader(path: path(file(digest))) }
  }

  /// Copies a file that a person attaches; the copy is durable when the call returns.
  ///
  /// Throws `.fileUnreadable`, `.fileTooLarge`, `.storageFull`, `.storageFailed`.
  package func stage(_ source: URL) throws(ChatError) -> (digest: AssetDigest, size: Int64) {
    let input = try Self.openToAttach(source)
    defer { try? input.close() }
    do {
      try makeDirectory()
      let draft = try FileDraft(in: directory)
      let (digest, size) = try Self.copy(input, to: draft)
      guard size <= AttachedFile.limitBytes else {
        throw ChatError.fileTooLarge(path: path(source))
      }
      try draft.replace(path(file(digest)))
      touch(digest)
      return (digest, size)
    } catch {
      throw ChatError(storage: error, path: path(directory))
    }
  }

  /// The bytes of a file that a person wants to attach, if it can be read and is not too large now.
  ///
  /// Throws `.fileUnreadable`, `.fileTooLarge`.
  package static func size(of source: URL) throws(ChatError) -> Int64 {
    let path = source.path(percentEncoded: false)
    let input = try openToAttach(source)
    defer { try? input.close() }
    var status = stat()
    guard fstat(input.fileDescriptor, &status) == 0 else {
      throw .fileUnreadable(path: path, reason: SystemReason.of(POSIXError.last))
    }
    let size = Int64(status.st_size)
    guard size <= AttachedFile.limitBytes else { throw .fileTooLarge(path: path) }
    return size
  }

  private static func openToAttach(_ source: URL) throws(ChatError) -> FileHandle {
    do {
      return try Self.open(source)
    } catch {
      let path = source.path(percentEncoded: false)
      var isFolder: ObjCBool = false
      let reason =
        FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        ? "it is a folder" : SystemReason.of(error)
      throw .fileUnreadable(path: path, reason: reason)
    }
  }

  /// Takes over a downloaded file if its bytes have the promised digest, or none was promised; returns
  /// their digest.
  ///
  /// A file with other bytes is removed, and the result is nil.
  package func admit(_ partial: URL, promised: AssetDigest?) throws -> AssetDigest? {
    let input = try Self.open(partial)
    defer { try? input.close() }
    let digest = try Self.copy(input, to: nil).digest
    guard promised == nil || promised == digest else {
      unlink(path(partial))
      return nil
    }
    guard rename(path(partial), path(file(digest))) == 0 else { throw POSIXError.last }
    touch(digest)
    return digest
  }

  /// Makes a file here from another one: `write` reads the one and fills the other, which has its name when it is
  /// whole.
  package func make(
    _ target: URL, from source: URL, _ write: (FileHandle, FileDraft) throws -> Void
  ) throws {
    do {
      let input = try Self.open(source)
      defer { try? input.close() }
      let draft = try FileDraft(in: directory)
      try write(input, draft)
      try draft.replace(path(target))
    } catch let error as POSIXError {
      throw ChatError(storage: error, path: path(directory))
    }
  }

  /// Removes a copy that has served; one that is not there is none.
  package func remove(_ copy: URL) { unlink(path(copy)) }

  /// Notes that a file is used now.
  package func touch(_ digest: AssetDigest) { utimes(path(file(digest)), nil) }

  /// Removes the least recently used files, except those in `needed`, until the rest fits; also removes
  /// copies that nobody finishes or uploads any more.
  package func tidy(needed: Set<String>) {
    FileDraft.removeAbandoned(in: path(directory))
    var files = entries().filter { !needed.contains($0.name) }
    let sealed = files.partition { $0.url.pathExtension == Self.sealedEnd }
    for entry in files[sealed...] { remove(entry.url) }
    files.removeSubrange(sealed...)
    var sum = files.reduce(0) { $0 + $1.size }
    for entry in files.sorted(by: { $0.usedAt < $1.usedAt }) where sum > limitBytes {
      unlink(path(entry.url))
      sum -= entry.size
    }
  }

  // MARK: - Files

  private struct Entry {
    var name: String
    var url: URL
    var size: Int64
    var usedAt: Date
  }

  /// Files that are whole, or parts of downloads.
  private func entries() -> [Entry] {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let found = try? FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: Array(keys), options: .skipsHiddenFiles)
    return (found ?? []).compactMap { url in
      guard let values = try? url.resourceValues(forKeys: keys) else { return nil }
      return Entry(
        name: url.lastPathComponent, url: url, size: Int64(values.fileSize ?? 0),
        usedAt: values.contentModificationDate ?? .distantPast)
    }
  }

  package func makeDirectory() throws {
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private static func open(_ file: URL) throws -> FileHandle {
    let descriptor = Foundation.open(
      file.path(percentEncoded: false), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw POSIXError.last }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw POSIXError.last }
    guard status.st_mode & S_IFMT == S_IFREG else { throw POSIXError(.EINVAL) }
    return handle
  }

  /// Reads to the end, or until the limit is exceeded; writes what it reads if there is an output.
  private static func copy(
    _ input: FileHandle, to output: FileDraft?
  ) throws -> (digest: AssetDigest, size: Int64) {
    var hash = SHA256()
    var size: Int64 = 0
    while size <= AttachedFile.limitBytes,
      let chunk = try input.read(upToCount: chunkBytes), !chunk.isEmpty
    {
      hash.update(data: chunk)
      try output?.write(chunk)
      size += Int64(chunk.count)
    }
    return (AssetDigest(hash.finalize()), size)
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}

extension POSIXError {
  /// The error of the system call that has just failed.
  fileprivate static var last: POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }
}

/// Remembers the headers of pictures, because the same messages are read again with every change of a chat.
private final class PictureHeaders: Sendable {
  /// Our choice: more than a window of messages holds.
  private static let limit = 1024

  private let headers = Mutex<[AssetDigest: PictureHeader?]>([:])

  func header(_ digest: AssetDigest, _ read: () -> PictureHeader?) -> PictureHeader? {
    if let known = headers.withLock({ $0[digest] }) { return known }
    let header = read()
    headers.withLock { headers in
      if headers.count >= Self.limit { headers.removeAll() }
      headers[digest] = .some(header)
    }
    return header
  }
}
