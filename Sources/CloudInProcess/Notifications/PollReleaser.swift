import ServiceLifecycle

/// Releases every held poll when the server is asked to end.
package struct PollReleaser: Service {
  package let courier: NotificationCourier

  package init(courier: NotificationCourier) {
    self.courier = courier
  }

  package func run() async throws {
    try await gracefulShutdown()
    courier.close()
  }
}
