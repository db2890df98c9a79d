import CloudKitCore

extension CKSyncEngine {
  /// Finds or makes the database subscription that brings pushes; once in an engine's life for each user, and only in a
  /// turn.
  ///
  /// It must be there before the first fetch: what changes after that is pushed.
  func ensureSubscription(in database: CKDatabase) async throws(CKError) {
    guard !state.read(\.hasCheckedSubscription) else { return }
    do {
      var found = try await existingSubscriptionID(in: database)
      if found == nil { found = try await makeSubscription(in: database) }
      let id = found
      state.change {
        $0.subscriptionID = id
        $0.hasCheckedSubscription = true
      }
    } catch {
      throw CKError(any: error)
    }
    await tellState()
  }

  private func existingSubscriptionID(
    in database: CKDatabase
  ) async throws -> CKSubscription.ID? {
    let all = try await database.allSubscriptions().filter { $0 is CKDatabaseSubscription }
      .map(\.subscriptionID)
    if let wanted = wantedSubscriptionID { return all.first { $0 == wanted } }
    let known = state.read(\.subscriptionID)
    return all.first { $0 == known } ?? all.min()
  }

  private func makeSubscription(in database: CKDatabase) async throws -> CKSubscription.ID {
    let subscription =
      wantedSubscriptionID.map(CKDatabaseSubscription.init(subscriptionID:))
      ?? CKDatabaseSubscription()
    subscription.notificationInfo = CKSubscription.NotificationInfo(
      shouldSendContentAvailable: true)
    return try await database.save(subscription).subscriptionID
  }
}
