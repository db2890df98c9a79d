import CloudKit
import Foundation

// The forms of a call as functions that wait, and say what was answered.

/// The words for the value with which a handler for a value and an error is called; throws the error.
func handled<Value>(
  _ call: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void,
  _ words: @escaping @Sendable (Value) -> String
) async throws -> String {
  try await withCheckedThrowingContinuation { continuation in
    call { value, error in
      switch (value, error) {
      case (let value?, nil): continuation.resume(returning: words(value))
      case (nil, let error?): continuation.resume(throwing: error)
      default: continuation.resume(returning: "neither or both")
      }
    }
  }
}

/// The words for the value of the result with which a handler is called; throws its error.
func handled<Value>(
  _ call: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void,
  _ words: @escaping @Sendable (Value) -> String
) async throws -> String {
  try await withCheckedThrowingContinuation { continuation in
    call { result in continuation.resume(with: result.map(words)) }
  }
}

/// The arguments with which the blocks of an operation were called, in their order.
final class BlockLog: @unchecked Sendable {
  // Everything is behind the lock.
  private let lock = NSLock()
  private var lines: [String] = []
  private var running = 0
  private var overlapped = false

  func add(_ line: String) {
    lock.withLock { lines.append(line) }
  }

  func item<Value>(_ result: Result<Value, any Error>, _ words: (Value) -> String) {
    add("item " + ErrorText.text(result, words))
  }

  /// An item of the blocks that have a value and an error.
  func item(_ words: String?, _ error: (any Error)?) {
    add("item " + (error.map { ErrorText.text($0) } ?? words ?? "nothing"))
  }

  func end<Value>(_ result: Result<Value, any Error>) {
    add("end " + ErrorText.text(result) { _ in "ok" })
  }

  func end(_ error: (any Error)?) { add("end " + (error.map { ErrorText.text($0) } ?? "ok")) }

  /// Notes whether another block of the operation runs at the same time.
  func alone(_ body: () -> Void) {
    lock.withLock {
      overlapped = overlapped || running > 0
      running += 1
    }
    body()
    lock.withLock { running -= 1 }
  }

  var hasOverlapped: Bool { lock.withLock { overlapped } }
  var all: [String] { lock.withLock { lines } }
  var text: String { all.joined(separator: ", ") }
}

/// Runs an operation on a database until its `completionBlock`; `observe` sets the other blocks.
func run<Operation: CKDatabaseOperation>(
  _ operation: Operation, on database: CKDatabase, _ observe: (Operation, BlockLog) -> Void
) async -> String {
  let log = BlockLog()
  observe(operation, log)
  await withCheckedContinuation { continuation in
    operation.completionBlock = { continuation.resume() }
    database.add(operation)
  }
  return log.text
}

/// The same for an operation on a container.
func run<Operation: CKOperation>(
  _ operation: Operation, in container: CKContainer, _ observe: (Operation, BlockLog) -> Void
) async -> String {
  let log = BlockLog()
  observe(operation, log)
  await withCheckedContinuation { continuation in
    operation.completionBlock = { continuation.resume() }
    container.add(operation)
  }
  return log.text
}
