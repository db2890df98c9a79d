package import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Temporary folders and files, for this user alone, with names that nothing else has.
package enum TemporaryPlace {
  /// Makes an empty folder; whoever makes it removes it.
  ///
  /// - Parameters:
  ///   - prefix: the beginning of its name; a hyphen and six characters follow.
  ///   - place: the folder that it is made in.
  /// - Returns: the folder.
  /// - Throws: the system's reason.
  package static func makeFolder(
    _ prefix: String, in place: URL = FileManager.default.temporaryDirectory
  ) throws(POSIXError) -> URL {
    var name = template(prefix, in: place)
    guard mkdtemp(&name) != nil else { throw lastError }
    let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  /// Opens an empty file that has no name any more, and so is gone when it is closed.
  ///
  /// Throws the system's reason.
  package static func openFile(_ prefix: String) throws(POSIXError) -> FileHandle {
    var name = template(prefix, in: FileManager.default.temporaryDirectory)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw lastError }
    unlink(name)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private static func template(_ prefix: String, in place: URL) -> [CChar] {
    Array(place.appendingPathComponent(prefix + "-XXXXXX").path.utf8CString)
  }

  private static var lastError: POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }
}
