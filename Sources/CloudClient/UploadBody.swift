import Foundation
import NIOCore

/// A body that does not end before its request is answered, although all of it has been sent.
///
/// Where the cloud refuses a request early, the client library closes the connection, and loses the
/// answer if it has been told of the body's end. The cloud needs no such end: it knows the length.
struct UploadBody<Chunks: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Chunks.Element == Data {
  private let chunks: Chunks
  private let answer: AsyncStream<Never>
  private let answered: AsyncStream<Never>.Continuation

  init(_ chunks: Chunks) {
    self.chunks = chunks
    (answer, answered) = AsyncStream.makeStream()
  }

  /// Lets the body end; harmless more than once.
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
