import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// The lines of standard input, each read when it is asked for.
package final class LineReader: Sendable {
  private struct State {
    var waiter: CheckedContinuation<String?, Never>?
    var isEnded = false
  }

  /// Longer lines are no messages, and come in parts.
  private static let lineLimitBytes = 1_048_576

  private let state = Mutex(State())
  private let buffer = Mutex<[UInt8]>([])
  private let queue = DispatchQueue(label: "zonechat.lines")

  package init() {}

  /// The lines, after those that stand before them; the stream ends with the input or with `end`.
  package func lines(after first: [String]) -> AsyncStream<String> {
    let first = Mutex(first[...])
    return AsyncStream { [self] in
      if let line = first.withLock({ $0.popFirst() }) { return line }
      return await next()
    }
  }

  /// Ends the input, also while it is waited for.
  package func end() {
    let waiter = state.withLock { state in
      state.isEnded = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: nil)
  }

  private func next() async -> String? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isEnded = state.withLock { state in
          if !state.isEnded { state.waiter = continuation }
          return state.isEnded
        }
        guard !isEnded else { return continuation.resume(returning: nil) }
        // The read may last for ever; the end of the process ends it.
        queue.async { [self] in
          let line = read()
          let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
          }
          waiter?.resume(returning: line)
        }
      }
    } onCancel: {
      end()
    }
  }

  /// A line without its end; nil at the end of the input.
  private func read() -> String? {
    buffer.withLock { buffer in
      while true {
        if let end = buffer.firstIndex(of: 0x0A) {
          defer { buffer.removeFirst(end + 1) }
          return String(decoding: buffer[..<end], as: UTF8.self)
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count =
          buffer.count < Self.lineLimitBytes ? Glibc.read(STDIN_FILENO, &chunk, chunk.count) : 0
        if count < 0, errno == EINTR { continue }
        if count > 0 {
          buffer += chunk.prefix(count)
        } else if buffer.isEmpty {
          return nil
        } else {
          defer { buffer = [] }
          return String(decoding: buffer, as: UTF8.self)
        }
      }
    }
  }
}
