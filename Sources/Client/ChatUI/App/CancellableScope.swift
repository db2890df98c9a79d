/// Lets the owner of a child task end it while the group goes on.
struct CancellableScope: Sendable {
  private let end: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() {
    (end, continuation) = AsyncStream.makeStream()
  }

  /// Cancels the work; harmless when it is over.
  func release() { continuation.finish() }

  /// Runs the work until it ends, and cancels it when it is released; returns what the work returns.
  @discardableResult
  func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
    await withTaskGroup(of: Value?.self) { [end] group in
      group.addTask { await work() }
      group.addTask {
        for await _ in end {}
        return nil
      }
      var value: Value?
      for await answer in group {
        value = value ?? answer
        group.cancelAll()
      }
      return value
    }
  }
}
