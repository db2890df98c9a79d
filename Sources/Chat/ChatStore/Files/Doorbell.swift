import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Tells every process with the same replica that something was written.
///
/// The doorbell is a file of one byte beside the database. A process writes it after it has committed a
/// change, and every process watches it. Nothing runs between rings, and since the ring follows the
/// commit, the data can already be read. Why not a socket: `docs/decisions/0002-doorbell.md`.
package final class Doorbell: Sendable {
  /// Those of this process who wait for rings.
  private struct Listeners {
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    var newest = 0
    /// One for all of them; nil while there are none.
    var watch: FileWatch.Watch?
  }

  let path: String
  private let listeners = Mutex(Listeners())

  /// Makes the file where it is missing.
  ///
  /// Throws `.notAFile`, and a `POSIXError` if the file can be neither made nor written.
  package init(path: String) throws {
    self.path = path
    close(try OwnFile.open(path, O_WRONLY | O_CREAT))
  }

  /// The bell of a replica that cannot be written: this process never rings it.
  package init(ofReadOnly path: String) { self.path = path }

  /// A failure to ring delays others until the next ring, and loses nothing.
  package func ring() {
    guard let descriptor = try? OwnFile.open(path, O_WRONLY) else { return }
    defer { close(descriptor) }
    var byte: UInt8 = 0
    _ = pwrite(descriptor, &byte, 1, 0)
  }

  /// A stream with one element for one or more rings, by this process or another.
  ///
  /// It ends when its consumer ends, or at once if the file cannot be watched.
  package func rings() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = listeners.withLock { listeners -> Int? in
      listeners.watch =
        listeners.watch ?? FileWatch.writes(to: path) { [weak self] in self?.tell() }
      guard listeners.watch != nil else { return nil }
      listeners.newest += 1
      listeners.waiting[listeners.newest] = continuation
      return listeners.newest
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    // The stream keeps the bell.
    continuation.onTermination = { [self] _ in stopTelling(number) }
    return stream
  }

  private func tell() {
    for listener in listeners.withLock({ $0.waiting.values.map(\.self) }) { listener.yield() }
  }

  private func stopTelling(_ number: Int) {
    listeners.withLock { listeners in
      listeners.waiting[number] = nil
      if listeners.waiting.isEmpty { listeners.watch = nil }
    }
  }
}
