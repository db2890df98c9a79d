import CProcesses
// Dispatch's sources are thread-safe, and not marked so on this platform.
@preconcurrency import Dispatch

#if canImport(Glibc)
package import Glibc
#endif

/// The end of another process, of which the system tells.
///
/// Waiting for it costs no wake-up.
package final class ProcessEnd: Sendable {
  private let source: any DispatchSourceRead
  private let end: AsyncStream<Never>

  /// Nil if there is no such process, or if the system cannot tell of its end.
  ///
  /// The number may be that of a later process: ask afterwards whether it is still the one that is meant.
  package init?(of process: pid_t) {
    let descriptor = cprocesses_open(process)
    guard descriptor >= 0 else { return nil }
    let (end, continuation) = AsyncStream.makeStream(of: Never.self)
    self.end = end
    source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "zonechat.processes"))
    // It can be read from for ever then.
    source.setEventHandler { [source] in
      continuation.finish()
      source.cancel()
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit { source.cancel() }

  /// Returns when the process has ended, or when the task is cancelled.
  package func wait() async {
    for await _ in end {}
  }
}
