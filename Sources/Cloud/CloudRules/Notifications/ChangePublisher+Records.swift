package import CloudModel

extension ChangePublisher {
  /// Announces that one record was created, changed or deleted, to every query subscription that
  /// watches it.
  ///
  /// `before` is the record as stored before the change, `after` as stored now. A creation or an
  /// update is announced if the record now matches the query, a deletion if the record matched it
  /// before.
  ///
  /// For a record type that nobody watches, one transaction looks up the subscriptions only once,
  /// however many records it changes.
  mutating func recordChanged(
    from before: StoredRecord?, to after: StoredRecord, in zone: StoredZone,
    in transaction: any CloudTransaction
  ) throws {
    let wasThere = before.map { !$0.isDeleted } ?? false
    let reason: RecordChangeReason
    switch (wasThere, after.isDeleted) {
    case (false, true): return
    case (false, false): reason = .create
    case (true, false): reason = .update
    case (true, true): reason = .delete
    }
    let change = nextChange
    nextChange += 1
    guard let record = reason == .delete ? before?.record : after.record else { return }
    let place = [zone.zoneID.ownerName, record.recordType]
    guard !unwatched.contains(place) else { return }
    let isPublic = zone.zoneID.ownerName == transaction.partition.ownerName
    let scope = isPublic ? DatabaseScope.public : .private
    let watchers = try transaction.querySubscriptions(
      onRecordType: record.recordType, of: isPublic ? nil : zone.zoneID.ownerName, scope)
    if watchers.isEmpty { unwatched.insert(place) }
    let grants = isPublic ? try RecordGrants(of: record.recordType, in: transaction) : nil
    for (user, subscription) in watchers {
      guard case .query(let watched) = subscription.kind, watched.firesOn.contains(reason),
        isPublic || watched.watches(zone), grants.allow(user, toRead: record),
        try watched.filters.get().allSatisfy({ $0.matches(record) })
      else { continue }
      let needed = subscription.notificationInfo?.neededFields ?? []
      add(
        Announcement(
          partition: partition, recipient: user,
          notification: .query(record.recordID, scope, reason),
          subscriptionID: subscription.subscriptionID, origin: origin,
          notificationInfo: subscription.notificationInfo,
          fields: record.fields.filter { needed.contains($0.key) }, change: change))
      if watched.firesOnce {
        try transaction.deleteSubscription(subscription.subscriptionID, of: user, scope)
      }
    }
  }
}

extension RecordGrants? {
  /// Whether the user may read the record; without grants the database is private, and its owner may read everything.
  fileprivate func allow(_ user: String, toRead record: Record) -> Bool {
    guard let grants = self else { return true }
    return PublicRights.canRead(
      Caller(userRecordName: user), creator: record.creatorUserRecordName, grants: grants)
  }
}

extension QuerySubscription {
  /// Whether the subscription watches changes in the zone.
  fileprivate func watches(_ zone: StoredZone) -> Bool {
    zoneID.map { $0 == zone.zoneID } ?? (zoneWide || zone.isDefault)
  }
}

extension NotificationInfo {
  /// The keys that name fields as arguments of an alert, each with the key of the field's value in
  /// a notification frame.
  package static let argumentKeys = [
    (source: "alertLocalizationArgs", target: "loc-args"),
    (source: "titleLocalizationArgs", target: "title-loc-args"),
    (source: "subtitleLocalizationArgs", target: "subtitle-loc-args"),
  ]

  /// The record's fields that a notification needs.
  fileprivate var neededFields: Set<String> {
    Set(additionalFields).union(Self.argumentKeys.flatMap { strings($0.source) })
  }
}
