/// Others who want to know what is new in the cloud, and how they hear that the engine has looked.
package struct LookRequests: Sendable {
  /// The number of the newest request; a later one stands for those before it.
  let numbers: AsyncStream<Int64>
  /// Called when everything was sent and fetched after the request came, or there was no way to the
  /// cloud; the status was published before.
  let answer: @Sendable (Int64) async -> Void

  package init(
    numbers: AsyncStream<Int64>, answer: @escaping @Sendable (Int64) async -> Void
  ) {
    self.numbers = numbers
    self.answer = answer
  }
}
