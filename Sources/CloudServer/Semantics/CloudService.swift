package import CloudModel

/// The cloud's rules, one method an operation.
///
/// It knows neither SQL nor HTTP.
///
/// 1. Every operation is exactly one transaction of the store.
/// 2. A commit that changed a zone has moved that zone to the end of the feed of everyone who sees
///    it, in the same transaction, and announces itself afterwards to their subscriptions.
/// 3. Whoever does not see a zone learns nothing about it: it answers as if it were not there.
///
/// Operations are in the extensions beside this file. The failure of one item is a value, the
/// failure of a whole operation is thrown.
package struct CloudService: Sendable {
  let store: any CloudStore
  package let containerIdentifier: String
  package let environment: String
  let surroundings: Surroundings
  private let announce: @Sendable ([Announcement]) -> Void

  /// `announce` is called after the commit of what it tells; it must not block.
  package init(
    store: any CloudStore, containerIdentifier: String, environment: String,
    surroundings: Surroundings, announce: @escaping @Sendable ([Announcement]) -> Void
  ) {
    self.store = store
    self.containerIdentifier = containerIdentifier
    self.environment = environment
    self.surroundings = surroundings
    self.announce = announce
  }

  package func census() throws(CloudError) -> Census {
    try read { try $0.census() }
  }

  func read<T>(_ body: (any CloudReading) throws -> T) throws(CloudError) -> T {
    do {
      return try store.read(body)
    } catch {
      throw CloudError(storeFailure: error)
    }
  }

  /// Runs `body` in one transaction and, when it is durable, announces what `body` published.
  func write<T>(
    by caller: Caller,
    _ body: (any CloudTransaction, inout Publication) throws -> T
  ) throws(CloudError) -> T {
    let result: (value: T, announcements: [Announcement])
    do {
      result = try store.write { transaction in
        var publication = Publication(origin: caller)
        let value = try body(transaction, &publication)
        return (value, publication.announcements)
      }
    } catch {
      throw CloudError(storeFailure: error)
    }
    if !result.announcements.isEmpty { announce(result.announcements) }
    return result.value
  }
}

extension CloudError {
  /// A rule's own error as it is; anything else is the store's and may pass.
  init(storeFailure error: any Error) {
    self = error as? CloudError ?? CloudError(.serviceUnavailable, "\(error)")
  }
}
