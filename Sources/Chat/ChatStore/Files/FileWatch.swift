// Dispatch's sources are thread-safe, and not marked so on this platform.
@preconcurrency import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Tells what happens to files as it happens; nothing runs meanwhile.
///
/// Source: inotify(7).
package enum FileWatch {
  /// Calls `tell` after one or more writes to the file at `path`, which must be there.
  ///
  /// - Returns: a value that ends the watch when it is released; nil if the file cannot be watched.
  static func writes(to path: String, _ tell: @escaping @Sendable () -> Void) -> Watch? {
    Watch(IN_MODIFY, at: [path], isWanted: { _ in true }, tell: tell)
  }

  /// One element for one or more writes to the file at `path`, which must be there.
  ///
  /// The stream ends when its consumer stops, or at once if the file cannot be watched.
  package static func writes(to path: String) -> AsyncStream<Void> {
    events(IN_MODIFY, at: [path]) { _ in true }
  }

  /// One element when a file or a socket appears at `path`, and when its mode is set, which a server
  /// does to its socket as soon as it listens.
  ///
  /// There is also an element when too much has happened in the folder to say what. The stream ends when
  /// its consumer stops, or at once if the folder cannot be watched.
  package static func arrivals(at path: String) -> AsyncStream<Void> {
    let file = URL(fileURLWithPath: path)
    let name = file.lastPathComponent
    let folder = file.deletingLastPathComponent().path
    return events(IN_CREATE | IN_MOVED_TO | IN_ATTRIB, at: [folder]) { $0 == name || $0 == nil }
  }

  /// One element for one or more changes in these folders: a file is written, appears or disappears.
  ///
  /// Folders that are not there are left out. The stream ends when its consumer stops, or at once if no
  /// folder can be watched.
  package static func changes(in folders: [String]) -> AsyncStream<Void> {
    events(
      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVE | IN_DELETE_SELF | IN_MOVE_SELF,
      at: folders
    ) { _ in true }
  }

  /// One element for one or more events at a file, or at those files in a folder whose names are wanted.
  private static func events(
    _ events: Int32, at paths: [String], isWanted: @escaping @Sendable (String?) -> Bool
  ) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = Watch(events, at: paths, isWanted: isWanted) { continuation.yield() }
    if let watch {
      continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
    } else {
      continuation.finish()
    }
    return stream
  }

  /// Tells of events until it is released.
  final class Watch: Sendable {
    private let source: any DispatchSourceRead

    /// Nil if none of the paths can be watched.
    init?(
      _ events: Int32, at paths: [String], isWanted: @escaping @Sendable (String?) -> Bool,
      tell: @escaping @Sendable () -> Void
    ) {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let watched = paths.filter { path in
        inotify_add_watch(descriptor, path, UInt32(bitPattern: events)) >= 0
      }
      guard !watched.isEmpty else {
        close(descriptor)
        return nil
      }
      source = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "zonechat.files"))
      source.setEventHandler {
        var isNews = false
        while let names = FileWatch.read(descriptor) {
          isNews = names.contains(where: isWanted) || isNews
        }
        if isNews { tell() }
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
    }

    deinit { source.cancel() }
  }

  /// The names in the waiting events, with nil for an event without a name; nil if no event waits.
  private static func read(_ descriptor: Int32) -> [String?]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let head = MemoryLayout<inotify_event>.size
    return buffer.withUnsafeBytes { bytes in
      var names: [String?] = []
      var offset = 0
      while offset + head <= count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let name = bytes[(offset + head)...].prefix(Int(event.len)).prefix { $0 != 0 }
        names.append(name.isEmpty ? nil : String(decoding: name, as: UTF8.self))
        offset += head + Int(event.len)
      }
      return names
    }
  }
}
