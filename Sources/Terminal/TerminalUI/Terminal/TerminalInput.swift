internal import CNcurses
internal import Glibc
import Synchronization

/// Reads the terminal and the signals about it, in a thread of its own, while `withEvents` runs.
///
/// The thread sleeps in `poll` until a byte or a signal comes; only keys whose burst may go on, and an unfinished
/// escape sequence, set a timer. A program that does not take its events in time stops the reading, and the
/// terminal's own buffer fills up: nothing is lost and nothing grows.
package final class TerminalInput: Sendable {
  struct Control: Sendable {
    var isPaused = false
    var isEnding = false
  }

  let fileDescriptor: Int32
  private let wakeReadEnd: Int32
  private let wakeWriteEnd: Int32
  private let control = Mutex(Control())

  /// A reader that reads nothing yet.
  ///
  /// - Parameter fileDescriptor: the terminal to read.
  /// - Throws: `TerminalError.failed` when there are no file descriptors left.
  package init(fileDescriptor: Int32 = STDIN_FILENO) throws {
    var readEnd: Int32 = -1
    var writeEnd: Int32 = -1
    guard cn_open_signal_pipe(&readEnd, &writeEnd) == 0 else {
      throw TerminalError.failed(operation: "a pipe", errno: errno)
    }
    self.fileDescriptor = fileDescriptor
    wakeReadEnd = readEnd
    wakeWriteEnd = writeEnd
  }

  deinit {
    close(wakeReadEnd)
    close(wakeWriteEnd)
  }

  /// Runs with the events of the terminal; reading and signal handlers end with it.
  ///
  /// Only one may run in a process at a time. The stream ends after `inputClosed` only when `body` returns.
  ///
  /// - Parameter body: takes the events; at most 256 wait for it.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or `TerminalError.failed` when no thread can be started.
  package func withEvents<Result>(
    _ body: (AsyncStream<TerminalEvent>) async throws -> Result
  ) async throws -> Result {
    let (stream, continuation) = AsyncStream.makeStream(
      of: TerminalEvent.self, bufferingPolicy: .bufferingOldest(256))
    control.withLock { $0 = Control() }
    guard cn_forward_signals(wakeWriteEnd) == 0 else {
      throw TerminalError.failed(operation: "a second reader", errno: EBUSY)
    }
    let thread: pthread_t
    do {
      thread = try InputThread.start(
        InputThread(input: self, wakeReadEnd: wakeReadEnd, events: continuation))
    } catch {
      cn_stop_forwarding_signals()
      throw error
    }
    defer {
      cn_stop_forwarding_signals()
      control.withLock { $0.isEnding = true }
      wake()
      pthread_join(thread, nil)
      continuation.finish()
    }
    return try await body(stream)
  }

  /// Leaves the terminal's input to another program, with Ctrl+C and Ctrl+\; no byte is read after this returns.
  ///
  /// Other signals go on being events: which of them are for the other program, the receiver of the events decides.
  package func pause() {
    control.withLock { $0.isPaused = true }
    cn_ignore_key_signals(1)
    wake()
  }

  /// Reads again.
  package func resume() {
    control.withLock { $0.isPaused = false }
    cn_ignore_key_signals(0)
    wake()
  }

  var isEnding: Bool { control.withLock { $0.isEnding } }
  var isPaused: Bool { control.withLock { $0.isPaused } }

  /// Reads what is there, unless paused meanwhile.
  ///
  /// - Returns: the bytes; none at the end of input; nil when there is nothing to take now.
  func read() -> [UInt8]? {
    control.withLock { control in
      guard !control.isPaused else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = Glibc.read(fileDescriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { return nil }
      return Array(buffer.prefix(max(0, count)))
    }
  }

  private func wake() {
    var byte: UInt8 = 0
    // A full pipe wakes the thread as well.
    _ = write(wakeWriteEnd, &byte, 1)
  }
}
