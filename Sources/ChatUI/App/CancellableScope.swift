/// Lets the owner of a child task end it while the group goes on.
struct CancellableScope: Sendable {
  private let end: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() {
    (end, continuation) = AsyncStream.makeStream()
  }

  /// Cancels the work; harmless when it is over.
  func release() { continuation.finish() }

  /// Runs the work until it ends or is released.
  func run(_ work: @escaping @Sendable () async -> Void) async {
    await withTaskGroup(of: Void.self) { [end] group in
      group.addTask { await work() }
      group.addTask { for await _ in end {} }
      await group.next()
      group.cancelAll()
    }
  }
}
