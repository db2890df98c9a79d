import ServiceLifecycle

/// Lets go of every held poll when the server is asked to end.
struct PollReleaser: Service {
  let courier: NotificationCourier

  func run() async throws {
    try await gracefulShutdown()
    courier.close()
  }
}
