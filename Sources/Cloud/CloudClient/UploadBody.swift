import Foundation
import NIOCore

/// A body that does not end before its request is answered, although all of it has been sent.
///
/// If the cloud refuses a request early, the client library closes the connection; if the library has seen
/// the end of the body by then, it loses the answer. The cloud does not need that end: it knows the length.
struct UploadBody<Chunks: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Chunks.Element == Data {
  private let chunks: Chunks
  private let answer: AsyncStream<Never>
  private let answered: AsyncStream<Never>.Continuation

  init(_ chunks: Chunks) {
    self.chunks = chunks
    (answer, answered) = AsyncStream.makeStream()
  }

  /// Lets the body end; may be called more than once.
  func end() { answered.finish() }

  struct AsyncIterator: AsyncIteratorProtocol {
    var chunks: Chunks.AsyncIterator
    let answer: AsyncStream<Never>

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> ByteBuffer? {
      if let chunk = try await chunks.next(isolation: actor) { return ByteBuffer(bytes: chunk) }
      for await _ in answer {}
      return nil
    }

    mutating func next() async throws -> ByteBuffer? { try await next(isolation: nil) }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(chunks: chunks.makeAsyncIterator(), answer: answer)
  }
}
