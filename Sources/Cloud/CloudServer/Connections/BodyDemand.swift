import Hummingbird
import NIOCore

/// Asks a connection's guard to let the client send the body that it holds back.
struct BodyDemand: Sendable {}

/// The body of a request whose client waits until it may send it: the first reading asks for it.
///
/// So a route that refuses a request by its head does it before any byte is sent.
///
/// Source: RFC 9110, section 10.1.1.
struct ExpectedBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let body: RequestBody
  let demand: @Sendable () -> Void

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(body: body.makeAsyncIterator(), demand: demand)
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    var body: RequestBody.AsyncIterator
    var demand: (@Sendable () -> Void)?

    mutating func next() async throws -> ByteBuffer? {
      try await next(isolation: #isolation)
    }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> ByteBuffer? {
      demand?()
      demand = nil
      return try await body.next(isolation: actor)
    }
  }
}
