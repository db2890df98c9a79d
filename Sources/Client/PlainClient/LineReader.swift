import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// The lines of standard input, each read when it is asked for.
///
/// A terminal hands over one line for each Enter. Lines that come from it faster than anybody types are one text, as
/// a paste: they come together, with their line ends between them. Lines of a pipe or a file always come alone.
package final class LineReader: Sendable {
  private struct State {
    var waiter: CheckedContinuation<String?, Never>?
    var isEnded = false
  }

  private struct Input {
    var bytes: [UInt8] = []
    /// A terminal says only once that its input ends.
    var isEnded = false
  }

  /// Longer lines are no messages, and come in parts.
  private static let lineLimitBytes = 1_048_576

  private let state = Mutex(State())
  private let input = Mutex(Input())
  private let queue = DispatchQueue(label: "zonechat.lines")
  private let descriptor: Int32
  private let isTerminal: Bool

  /// The longest time between two lines of one text, in which nobody types a line; our choice.
  private static let silenceMilliseconds: Int32 = 30

  /// A reader that has read nothing.
  ///
  /// - Parameters:
  ///   - descriptor: where the lines come from.
  ///   - isTerminal: whether a person writes them.
  package init(descriptor: Int32 = STDIN_FILENO, isTerminal: Bool) {
    self.descriptor = descriptor
    self.isTerminal = isTerminal
  }

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
          let line = readText()
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

  /// A line, or the lines that came with it; nil at the end of the input.
  private func readText() -> String? {
    guard var text = read() else { return nil }
    while isTerminal, text.utf8.count < Self.lineLimitBytes, hasMore, let line = read() {
      text += "\n" + line
    }
    return text
  }

  /// Whether another line is here, or comes at once.
  private var hasMore: Bool {
    if input.withLock({ $0.bytes.contains(0x0A) }) { return true }
    var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, Self.silenceMilliseconds) > 0
  }

  /// A line without its end; nil at the end of the input.
  private func read() -> String? {
    input.withLock { input in
      while true {
        if let end = input.bytes.firstIndex(of: 0x0A) {
          defer { input.bytes.removeFirst(end + 1) }
          return String(decoding: input.bytes[..<end], as: UTF8.self)
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let isWanted = input.bytes.count < Self.lineLimitBytes && !input.isEnded
        let count = isWanted ? Glibc.read(descriptor, &chunk, chunk.count) : 0
        if count < 0, errno == EINTR { continue }
        if isWanted, count <= 0 { input.isEnded = true }
        if count > 0 {
          input.bytes += chunk.prefix(count)
        } else if input.bytes.isEmpty {
          return nil
        } else {
          defer { input.bytes = [] }
          return String(decoding: input.bytes, as: UTF8.self)
        }
      }
    }
  }
}
