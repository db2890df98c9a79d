package import CloudModel

/// Access to the store that translates its failures into the errors that the cloud answers.
extension CloudStore {
  func reading<T>(
    in partition: Partition, _ body: (any CloudReading) throws -> T
  ) throws(CloudError) -> T {
    try answering { try read(in: partition, body) }
  }

  func writing<T>(
    in partition: Partition, _ body: (any CloudTransaction) throws -> T
  ) throws(CloudError) -> T {
    try answering { try write(in: partition, body) }
  }

  /// Runs `body` in one transaction; once it is durable, hands over the announcements that `body` collected, also if
  /// there are none.
  func writing<T>(
    in partition: Partition, by origin: Caller, surroundings: Surroundings,
    announce: ([Announcement]) -> Void,
    _ body: (any CloudTransaction, inout ChangePublisher) throws -> T
  ) throws(CloudError) -> T {
    let (value, announcements) = try writing(in: partition) {
      transaction -> (T, [Announcement]) in
      var publisher = ChangePublisher(
        partition: partition, origin: origin, date: surroundings.stampTime())
      let value = try body(transaction, &publisher)
      try transaction.addNotices(publisher.announcements.filter(\.notification.hasContent))
      return (value, publisher.announcements)
    }
    announce(announcements)
    return value
  }

  package func readingRegistry<T>(_ body: (any RegistryReading) throws -> T) throws(CloudError) -> T
  {
    try answering { try readRegistry(body) }
  }

  package func writingRegistry<T>(
    _ body: (any RegistryTransaction) throws -> T
  ) throws(CloudError) -> T {
    try answering { try writeRegistry(body) }
  }

  private func answering<T>(_ body: () throws -> T) throws(CloudError) -> T {
    do {
      return try body()
    } catch {
      throw CloudError(storeFailure: error)
    }
  }
}

extension CloudError {
  /// Keeps a rule's own error; any other error comes from the store and may be temporary.
  ///
  /// It has none of the store's own words, which may name paths, addresses and statements: clients learn what they can
  /// do, and `StoreTrouble` tells the log the rest.
  package init(storeFailure error: any Error) {
    switch error {
    case let error as CloudError: self = error
    case let error as StoreError: self.init(error)
    default: self = .storeUnavailable
    }
  }

  private init(_ error: StoreError) {
    switch error {
    case .fileDamaged, .fileEmpty, .damaged:
      self.init(
        .serviceUnavailable, "The cloud's store is damaged. ‘zonechat cloud check’ says how.")
    case .diskFull: self = .diskFull
    case .databaseFull:
      self.init(
        .serviceUnavailable,
        "The cloud's database is full. Nothing can be saved there until its administrator makes room: tell them."
      )
    case .noSuchPartition: self.init(.badContainer, "\(error)")
    case .busy: self.init(.zoneBusy, ServerErrorCode.zoneBusy.usualReason)
    case .uncertain:
      self.init(.serviceUnavailable, "\(error)", retryAfterSeconds: Self.storeRetrySeconds)
    case .failed, .database, .newerVersion, .beforeFirstRelease, .newerDatabase, .moved, .inUse:
      self = .storeUnavailable
    }
  }

  /// Our choice: a database that starts again needs a few seconds, and a client has waited for up to ten before.
  private static let storeRetrySeconds = 5.0

  /// The store cannot be used now.
  package static let storeUnavailable = CloudError(
    .serviceUnavailable, "The cloud cannot reach its data now. Try again in a moment.",
    retryAfterSeconds: storeRetrySeconds)

  /// Names no time after which to come back: nobody knows when there is room, and a client that was told to wait would
  /// not even read meanwhile.
  package static let diskFull = CloudError(.serviceUnavailable, StoreError.diskFullWords)
}

extension CloudNotification {
  /// Whether it says more than that something has changed, which the feeds say too.
  fileprivate var hasContent: Bool {
    switch self {
    case .database, .zone: false
    case .query, .invitation: true
    }
  }
}
