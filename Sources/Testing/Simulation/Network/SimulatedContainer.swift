import CloudModel

/// A container between a device and the cloud: every call is a request that the world carries.
struct SimulatedContainer: ForwardingContainer {
  let inner: any CloudContainer
  let world: World
  let key: DeviceKey
  let mutation: Mutation?

  func database(with scope: DatabaseScope) -> any CloudDatabase {
    guard let mutation else { return carried(scope) }
    return BrokenDatabase(
      inner: carried(scope), privateDatabase: carried(.private), world: world, key: key,
      mutation: mutation)
  }

  private func carried(_ scope: DatabaseScope) -> SimulatedDatabase {
    SimulatedDatabase(inner: inner.database(with: scope), owner: self, user: userRecordName)
  }

  func nextPush(
    on channel: NotificationChannel
  ) async throws(CloudError) -> PushedNotification? {
    try await world.poll(by: key) { [inner] () async throws(CloudError) in
      try await inner.nextPush(on: channel)
    }
  }

  /// A call that has no items.
  func forward<Answer: Sendable>(
    _ call: CloudCall, _ make: @escaping @Sendable () async throws(CloudError) -> Answer
  ) async throws(CloudError) -> Answer {
    try await world.roundTrip(Request(device: "", user: "", operation: call), by: key) { _ in
      do throws(CloudError) { return (.success(try await make()), RequestTrace()) } catch {
        return (.failure(error), RequestTrace())
      }
    }
  }
}

/// The effects of a request in the cloud, for the journal.
struct RequestTrace: Sendable {
  var items: [CloudResult.Item] = []
  var page: CloudResult.Page?
}
