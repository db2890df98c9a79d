import CloudModel
import CloudRules
import Foundation
import Glibc
import LocalFiles

/// Copies a folder of files that never change once they are there.
struct FileCopy {
  enum Way {
    case copying
    /// A hard link, where the file system supports it; else a copy.
    case linking
  }

  let source: String
  let target: String
  let way: Way
  /// A folder that may have copies of the same files; those become hard links, where the file system supports it.
  let earlier: String?

  init(
    from source: String, to target: String, by way: Way = .copying, sharing earlier: String? = nil
  ) {
    self.source = source
    self.target = target
    self.way = way
    self.earlier = earlier
  }

  /// Copies every file that is not in the target yet; files that vanish meanwhile are passed over.
  func run() throws {
    try Self.makeFolder(target)
    // A cloud in memory makes its folder with the first asset.
    guard Self.kind(of: source) != nil else { return }
    for name in try FileManager.default.subpathsOfDirectory(atPath: source) {
      let (from, to) = (source + "/" + name, target + "/" + name)
      switch Self.kind(of: from) {
      case .typeDirectory: try Self.makeFolder(to)
      case .typeRegular: if !isShared(name) { try Self.placeFile(from, to, by: way) }
      default: continue
      }
    }
  }

  /// Makes a link to the file of the earlier copy; false where it has none, or another one.
  private func isShared(_ name: String) -> Bool {
    guard let earlier, let old = FileStatus(link: earlier + "/" + name),
      let present = FileStatus(link: source + "/" + name), old.bytes == present.bytes,
      old.mode & S_IFMT == S_IFREG
    else { return false }
    return link(earlier + "/" + name, target + "/" + name) == 0
  }

  static func fileCount(in folder: String) -> Int {
    let names = try? FileManager.default.subpathsOfDirectory(atPath: folder)  // Counts 0.
    return (names ?? []).count { kind(of: folder + "/" + $0) == .typeRegular }
  }

  /// The type of the file at a path; nil if there is no file, for example because it vanished meanwhile.
  private static func kind(of path: String) -> FileAttributeType? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)  // It may be gone.
    return attributes?[.type] as? FileAttributeType
  }

  /// Creates an empty file that only its owner can read; fails if the file exists.
  static func createPrivateFile(at path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("written", path) }
    close(descriptor)
  }

  /// Makes a folder that is of use only while this process lives.
  static func makeWorkFolder(_ path: String) throws -> ProcessFolder {
    do {
      return try ProcessFolder(at: path)
    } catch {
      throw failure("made", path, error.code.rawValue)
    }
  }

  /// Makes sure that a file's bytes are on the disk.
  static func flush(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("read", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("written", path) }
  }

  /// Renames a file; false if the name is taken and `replacing` is false.
  static func moveFile(_ source: String, to target: String, replacing: Bool) throws -> Bool {
    if replacing {
      guard rename(source, target) == 0 else { throw failure("written", target) }
    } else {
      guard link(source, target) == 0 else {
        if errno == EEXIST { return false }
        throw failure("written", target)
      }
      unlink(source)
    }
    try flush((target as NSString).deletingLastPathComponent)
    return true
  }

  /// Renames a folder; without `replacing` it fails if a file or a folder with contents has the name.
  static func moveFolder(_ source: String, to target: String, replacing: Bool) throws {
    if replacing { try? FileManager.default.removeItem(atPath: target) }  // There may be none.
    guard rename(source, target) == 0 else { throw failure("written", target) }
    try flush((target as NSString).deletingLastPathComponent)
  }

  static func placeFile(_ source: String, _ target: String, by way: Way) throws {
    switch way {
    case .linking where link(source, target) == 0: return
    case .copying, .linking: try copyFile(source, target)
    }
  }

  private static func copyFile(_ source: String, _ target: String) throws {
    guard access(target, F_OK) != 0 else { return }
    do {
      try FileManager.default.copyItem(atPath: source, toPath: target)
    } catch {
      guard access(source, F_OK) != 0 else { throw failure("copied", source) }
      return
    }
    chmod(target, 0o600)
    try flush(target)
  }

  static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("made", path) }
  }

  private static func failure(
    _ verb: String, _ path: String, _ error: Int32 = errno
  ) -> StoreError {
    let name = (path as NSString).lastPathComponent
    return .failed(reason: "\(name) cannot be \(verb): \(String(cString: strerror(error)))")
  }
}
