import ServiceLifecycle

/// Releases every held request when the server is asked to end.
struct HeldRequestRelease: Service {
  /// Answers all held requests; from then on none may be held.
  let release: @Sendable () -> Void

  func run() async throws {
    try await gracefulShutdown()
    release()
  }
}
