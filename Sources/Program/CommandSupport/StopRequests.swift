// Dispatch's sources are thread-safe, and not marked so on this platform.
@preconcurrency import Dispatch

#if canImport(Glibc)
import Glibc
#endif

/// Ctrl+Z for long-running commands: work that has to end first ends, and then the process stops.
enum StopRequests {
  /// Serves requests to stop until the task is cancelled; `prepare` runs before the process stops,
  /// `resume` when it goes on.
  package static func serve(
    prepare: @Sendable () async -> Void, resume: @Sendable () -> Void
  ) async {
    let (requests, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    signal(SIGTSTP, SIG_IGN)
    let source = DispatchSource.makeSignalSource(
      signal: SIGTSTP, queue: DispatchQueue(label: "zonechat.stop"))
    source.setEventHandler { continuation.yield() }
    continuation.onTermination = { _ in source.cancel() }
    source.resume()
    for await _ in requests {
      await prepare()
      raise(SIGSTOP)
      resume()
    }
    signal(SIGTSTP, SIG_DFL)
  }
}
