/// Requests of other processes for a look at the cloud, and how the engine answers them.
package struct LookRequests: Sendable {
  /// The number of the newest request; a later one stands for those before it.
  let numbers: AsyncStream<Int64>
  /// Called once everything has been sent and fetched since the request, or the cloud cannot be reached.
  ///
  /// The engine publishes the status before the call.
  let answer: @Sendable (Int64) async -> Void

  package init(
    numbers: AsyncStream<Int64>, answer: @escaping @Sendable (Int64) async -> Void
  ) {
    self.numbers = numbers
    self.answer = answer
  }
}
