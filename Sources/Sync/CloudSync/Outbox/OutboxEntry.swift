package import CloudModel

/// The save or the deletion of one record, which the cloud has not confirmed.
package struct OutboxEntry: Sendable, Equatable {
  /// Names one intent in the queue of the store.
  package struct ID: Sendable, Hashable {
    /// The entry's place in the queue.
    package var sequence: Int64
    /// Grows with every new intent for the same record; an answer to an older generation clears
    /// nothing.
    package var generation: Int64

    package init(sequence: Int64, generation: Int64) {
      self.sequence = sequence
      self.generation = generation
    }
  }

  package enum Operation: Sendable, Equatable {
    /// The record has the change tag of the version it builds on; without one it must be new.
    case save(Record)
    case delete(RecordID)
  }

  package var id: ID
  package var operation: Operation

  package init(id: ID, operation: Operation) {
    self.id = id
    self.operation = operation
  }
}

/// The contents of one request: entries of one zone, or the zone itself.
package struct OutboxBatch: Sendable, Equatable {
  package enum Contents: Sendable, Equatable {
    /// A zone is saved or deleted alone.
    case saveZone(OutboxEntry.ID)
    case deleteZone(OutboxEntry.ID)
    /// In the order of the user's actions; all or none of them if the batch is atomic.
    case records([OutboxEntry], isAtomic: Bool)
  }

  package var zoneID: RecordZoneID
  package var contents: Contents
  /// The zone's epoch when the batch was made; in a later epoch, the answer changes nothing.
  package var epoch: Int64
  /// What invited people are to read from now on, which changes before the entries are sent; nil where nothing changes.
  package var shareTitle: ShareTitleChange?

  package init(
    zoneID: RecordZoneID, contents: Contents, epoch: Int64, shareTitle: ShareTitleChange? = nil
  ) {
    self.zoneID = zoneID
    self.contents = contents
    self.epoch = epoch
    self.shareTitle = shareTitle
  }

  /// The entries of records; none if the batch is a zone's own operation.
  package var entries: [OutboxEntry] {
    guard case .records(let entries, _) = contents else { return [] }
    return entries
  }

  /// The entries that need an answer.
  package var ids: [OutboxEntry.ID] {
    switch contents {
    case .saveZone(let id), .deleteZone(let id): [id]
    case .records(let entries, _): entries.map(\.id)
    }
  }
}

/// The cloud's answer about one entry.
package struct OutboxOutcome: Sendable, Equatable {
  package enum Result: Sendable, Equatable {
    /// Stored; the cloud's copy where there is one.
    case acknowledged(Record?)
    /// The cloud has a version that this entry does not build on.
    case conflict(server: Record)
    /// Somebody has deleted the record.
    case gone(reason: String)
    /// Failed for good, with a reason for the person, and the words of the cloud where they are others.
    case failed(reason: String, cloudWords: String? = nil)
    /// Not decided: the entry stays queued, and `mayBeStored` says whether the cloud may have
    /// stored it.
    case undecided(mayBeStored: Bool)
  }

  package var id: OutboxEntry.ID
  package var result: Result

  package init(id: OutboxEntry.ID, result: Result) {
    self.id = id
    self.result = result
  }
}

/// The remainder of a zone's queue after the answers to a batch were applied.
package struct OutboxRemainder: Sendable, Equatable {
  /// The number of entries that need not be sent again unchanged.
  package var progress: Int
  package var hasMore: Bool
  package var hasMoreLowPriority: Bool
  /// Whether there are assets to move that may have waited for these answers.
  package var hasTransfers: Bool

  package init(
    progress: Int = 0, hasMore: Bool = false, hasMoreLowPriority: Bool = false,
    hasTransfers: Bool = false
  ) {
    self.progress = progress
    self.hasMore = hasMore
    self.hasMoreLowPriority = hasMoreLowPriority
    self.hasTransfers = hasTransfers
  }
}
