import CommandSupport
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Texts from standard input: whole, or line by line as they come.
final class InputText: Sendable {
  /// A line without its end, and its number from 1 on.
  struct Line: Sendable {
    var number: Int
    var bytes: [UInt8]
  }

  private struct State {
    /// The bytes that were read and are no whole line yet.
    var rest: [UInt8] = []
    var count = 0
    var isEnded = false
  }

  /// The most bytes of a text that is read as a whole, and of a line.
  private static let limitBytes = 64 * 1024 * 1024

  private let state = Mutex(State())
  /// Reading may take for ever, so it has a thread of its own.
  private let queue = DispatchQueue(label: "zonechat.input")

  /// Everything until the end of the input.
  func whole() async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try Self.readWhole() }) }
    }
  }

  private static func readWhole() throws(Failure) -> String {
    var bytes: [UInt8] = []
    while case let piece = try read(), !piece.isEmpty {
      bytes += piece
      guard bytes.count < limitBytes else {
        throw Failure("The input is larger than 64 MiB. Send it in parts.")
      }
    }
    return try text(bytes, of: "The input")
  }

  /// The next lines, as many as are there but at least one; nil at the end of the input.
  func nextLines() async throws -> [Line]? {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in
        continuation.resume(with: Result { try readLines() })
      }
    }
  }

  /// The text of a line; nil for a line of blanks.
  static func text(of line: Line) throws(Failure) -> String? {
    let text = try text(line.bytes, of: "Line \(line.number)")
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }

  private func readLines() throws(Failure) -> [Line]? {
    try state.withLock { state throws(Failure) in
      while !state.isEnded {
        let piece = try Self.read()
        state.isEnded = piece.isEmpty
        state.rest += piece
        let lines = Self.takeLines(&state)
        if !lines.isEmpty { return lines }
        guard state.rest.count < Self.limitBytes else {
          throw Failure("Line \(state.count + 1) is larger than 64 MiB.")
        }
      }
      return nil
    }
  }

  /// Removes the whole lines from what was read; at the end also a line without an end.
  private static func takeLines(_ state: inout State) -> [Line] {
    var parts = state.rest.split(separator: 0x0A, omittingEmptySubsequences: false)
    let last = parts.removeLast()
    state.rest = Array(last)
    if state.isEnded, !state.rest.isEmpty {
      parts.append(last)
      state.rest = []
    }
    return parts.map { part in
      state.count += 1
      return Line(number: state.count, bytes: Array(part.last == 0x0D ? part.dropLast() : part))
    }
  }

  /// The bytes that are there; none at the end of the input.
  private static func read() throws(Failure) -> [UInt8] {
    while true {
      var error: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 262_144) { buffer, count in
        let result = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        error = result < 0 ? errno : 0
        count = max(0, result)
      }
      if error == EINTR { continue }
      guard error == 0 else {
        throw Failure("Standard input cannot be read (\(String(cString: strerror(error)))).")
      }
      return bytes
    }
  }

  private static func text(_ bytes: [UInt8], of part: String) throws(Failure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("\(part) is not UTF-8 text. Convert it first, for example with iconv.")
    }
    guard !bytes.contains(0) else {
      throw Failure("\(part) has a zero byte, which no message can have. Send a text without it.")
    }
    return text
  }
}
