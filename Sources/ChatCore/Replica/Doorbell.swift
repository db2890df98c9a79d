// Dispatch's sources are thread-safe, and not marked so on this platform.
@preconcurrency import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Tells every process with the same replica that something was written.
///
/// A file of one byte beside the database; whoever has committed writes it, everyone watches it. Nothing
/// runs while nobody rings, and a ring after the commit never announces what cannot be read yet.
/// Why not a socket: `docs/decisions/0002-doorbell.md`.
struct Doorbell: Sendable {
  let path: String

  init(path: String) throws {
    self.path = path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    close(descriptor)
  }

  /// A failure to ring delays others until the next ring, and loses nothing.
  func ring() {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var byte: UInt8 = 0
    _ = pwrite(descriptor, &byte, 1, 0)
  }

  /// One element for one or more rings, by this process or another.
  ///
  /// Ends with its consumer.
  func rings() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0, inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) >= 0 else {
      if descriptor >= 0 { close(descriptor) }
      continuation.finish()
      return stream
    }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "zonechat.doorbell"))
    source.setEventHandler {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &buffer, buffer.count) > 0 {}
      continuation.yield()
    }
    source.setCancelHandler { close(descriptor) }
    continuation.onTermination = { _ in source.cancel() }
    source.resume()
    return stream
  }
}
