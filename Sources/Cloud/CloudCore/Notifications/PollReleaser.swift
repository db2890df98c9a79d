import ServiceLifecycle

/// Releases every held request when the server is asked to end.
package struct PollReleaser: Service {
  private let release: @Sendable () -> Void

  /// `release` answers all held requests; from then on none may be held.
  package init(release: @escaping @Sendable () -> Void) { self.release = release }

  package func run() async throws {
    try await gracefulShutdown()
    release()
  }
}
