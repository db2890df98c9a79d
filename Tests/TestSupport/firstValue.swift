/// The first element that `isWanted` accepts; waits for it as long as the test may run.
///
/// Throws `StreamEnded` where the stream ends without one.
package func firstValue<S: AsyncSequence>(
  of stream: S, where isWanted: (S.Element) throws -> Bool
) async throws -> S.Element {
  for try await value in stream where try isWanted(value) { return value }
  throw StreamEnded()
}

/// A stream that ended before it said what a test waited for.
package struct StreamEnded: Error {}
