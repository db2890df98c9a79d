package import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A new file that has its name only when it is whole.
///
/// 1. Until then it has no name at all, so the system removes it however this process ends. On a file system that
///    cannot do that, and for the moment in which it replaces another file, it has a hidden one of its own.
/// 2. The process that writes the file holds a lock on it. A hidden file without a lock is the rest of a process that
///    was killed; the next draft in the same folder removes it.
///
/// Source: open(2), `O_TMPFILE`.
package final class FileDraft: Sendable {
  /// The beginning and the end of hidden names; letters, digits and hyphens are between.
  private static let (nameStart, nameEnd) = (".zonechat-", ".part")
  /// `O_TMPFILE`, whose definition in C is no plain number.
  private static let withoutName = 0o20_000_000 | O_DIRECTORY

  /// The open file, for writing; closed when this value is gone.
  package let descriptor: Int32
  private let folder: String
  /// The hidden name; nil as long as the file has none.
  private let hiddenPath: String?

  /// Writes a file that is whole at every moment, in the place of what has its name.
  ///
  /// Throws the system's reason.
  package static func write(_ data: Data, to file: URL) throws(POSIXError) {
    let draft = try FileDraft(in: file.deletingLastPathComponent())
    try draft.write(data)
    try draft.replace(file.path)
  }

  /// Opens an empty file that only this user can read.
  ///
  /// Throws the system's reason.
  package convenience init(in folder: URL) throws(POSIXError) {
    let folder = folder.path
    Self.removeAbandoned(in: folder)
    let descriptor = open(folder, Self.withoutName | O_RDWR | O_CLOEXEC, 0o600)
    // Without /proc nothing could give it a name.
    if descriptor >= 0, access(Self.way(to: descriptor), F_OK) == 0 {
      // Its lock counts while it has a hidden name.
      flock(descriptor, LOCK_EX)
      self.init(descriptor, in: folder, hiddenPath: nil)
    } else {
      if descriptor >= 0 { close(descriptor) }
      try self.init(hiddenIn: folder)
    }
  }

  /// The same with a hidden name, as file systems need it that have no files without a name.
  package convenience init(hiddenIn folder: String) throws(POSIXError) {
    while true {
      var descriptor: Int32 = -1
      let path = try Self.newName(in: folder) { path in
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        return descriptor >= 0
      }
      // Without locks, no other process has one either, and nothing is removed.
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
      // Somebody may have taken it for abandoned before it was locked.
      if Self.isFile(descriptor, at: path) {
        self.init(descriptor, in: folder, hiddenPath: path)
        return
      }
      close(descriptor)
    }
  }

  private init(_ descriptor: Int32, in folder: String, hiddenPath: String?) {
    self.descriptor = descriptor
    self.folder = folder
    self.hiddenPath = hiddenPath
  }

  deinit {
    // After a rename, another draft may have the name now.
    if let hiddenPath, Self.isFile(descriptor, at: hiddenPath) { unlink(hiddenPath) }
    close(descriptor)
  }

  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    FileStatus(link: path)?.number == FileStatus(descriptor: descriptor)?.number
  }

  /// Appends bytes.
  package func write(_ data: Data) throws(POSIXError) {
    var written = 0
    while written < data.count {
      let count = data.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw count == 0 ? POSIXError(.EIO) : Self.lastError }
      written += count
    }
  }

  /// Gives the finished file its name, which nothing may have yet; returns false if it is taken.
  ///
  /// The bytes are on the disk then.
  package func take(_ target: String) throws(POSIXError) -> Bool {
    try flush()
    return try take(flushed: target)
  }

  /// The same, in the place of what has the name.
  package func replace(_ target: String) throws(POSIXError) {
    try flush()
    if try take(flushed: target) { return }
    let hidden: String
    if let hiddenPath {
      hidden = hiddenPath
    } else {
      hidden = try Self.newName(in: folder) { link(as: $0) == 0 }
    }
    guard rename(hidden, target) == 0 else {
      let error = Self.lastError
      unlink(hidden)
      throw error
    }
  }

  private func flush() throws(POSIXError) {
    guard fsync(descriptor) == 0 else { throw Self.lastError }
  }

  private func take(flushed target: String) throws(POSIXError) -> Bool {
    guard link(as: target) != 0 else { return true }
    switch errno {
    case EEXIST: return false
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
      guard let hiddenPath else { throw Self.lastError }
      return try claim(target, for: hiddenPath)
    default: throw Self.lastError
    }
  }

  private func link(as name: String) -> Int32 {
    if let hiddenPath { return Glibc.link(hiddenPath, name) }
    return linkat(AT_FDCWD, Self.way(to: descriptor), AT_FDCWD, name, AT_SYMLINK_FOLLOW)
  }

  /// Takes a name on a file system without hard links: an empty file reserves it first.
  private func claim(_ target: String, for hidden: String) throws(POSIXError) -> Bool {
    let place = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard place >= 0 else {
      if errno == EEXIST { return false }
      throw Self.lastError
    }
    close(place)
    guard rename(hidden, target) == 0 else {
      let error = Self.lastError
      unlink(target)
      throw error
    }
    return true
  }

  /// The first hidden name of this process that `make` takes; it returns false, with the reason in `errno`, where it
  /// cannot.
  private static func newName(
    in folder: String, _ make: (_ path: String) -> Bool
  ) throws(POSIXError) -> String {
    var number = 0
    while true {
      let path = "\(folder)/\(nameStart)\(getpid())-\(number)\(nameEnd)"
      if make(path) { return path }
      guard errno == EEXIST else { throw lastError }
      number += 1
    }
  }

  /// Removes the hidden files of this user in a folder that nobody writes any more.
  package static func removeAbandoned(in folder: String) {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names ?? [] where name.hasPrefix(nameStart) && name.hasSuffix(nameEnd) {
      let path = folder + "/" + name
      guard let status = FileStatus(link: path), status.mode & S_IFMT == S_IFREG,
        status.owner == geteuid()
      else { continue }
      let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0, let lock = FileLock(tryingFor: descriptor) else { continue }
      unlink(path)
      withExtendedLifetime(lock) {}
    }
  }

  /// The name under which the system knows an open file of this process.
  private static func way(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  private static var lastError: POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }
}
