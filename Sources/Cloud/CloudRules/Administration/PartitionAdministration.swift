import CloudModel

/// The administrator's operations on one partition: its schema, its repair, and the ends of zones and tokens.
///
/// No user asks for them, so no rights and no faults apply. Each is one transaction; who sees a change is told of it
/// as of any other.
package struct PartitionAdministration: Sendable {
  let store: any CloudStore
  let partition: Partition
  let surroundings: Surroundings
  private let announce: @Sendable ([Announcement]) -> Void

  package init(
    store: any CloudStore, partition: Partition, surroundings: Surroundings,
    announce: @escaping @Sendable ([Announcement]) -> Void
  ) {
    self.store = store
    self.partition = partition
    self.surroundings = surroundings
    self.announce = announce
  }

  func write<T>(
    _ body: (any CloudTransaction, inout ChangePublisher) throws -> T
  ) throws(CloudError) -> T {
    try store.writing(
      in: partition, by: .anonymous, surroundings: surroundings, announce: announce, body)
  }
}
