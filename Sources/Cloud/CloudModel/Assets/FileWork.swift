import Dispatch

/// Work that waits for a disk, away from the threads that must not wait.
enum FileWork {
  static func run<T: Sendable>(
    _ body: @escaping @Sendable () throws(CloudError) -> T
  ) async throws(CloudError) -> T {
    let result: Result<T, CloudError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }
}
