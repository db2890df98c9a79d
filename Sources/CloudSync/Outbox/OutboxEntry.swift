package import CloudModel

/// One thing that the user did and the cloud has not confirmed.
package struct OutboxEntry: Sendable, Equatable {
  package enum Operation: Sendable, Equatable {
    case saveZone
    case deleteZone
    /// The record has the change tag of the version it builds on; without one it must be new.
    case save(Record)
    case delete(RecordID)
  }

  /// The entry's place in the queue; its identity in the store.
  package var sequence: Int64
  /// Grows with every new intent for the same record; an answer to an older generation clears nothing.
  package var generation: Int64
  package var operation: Operation

  package init(sequence: Int64, generation: Int64, operation: Operation) {
    self.sequence = sequence
    self.generation = generation
    self.operation = operation
  }
}

/// Entries of one zone that travel together.
package struct OutboxBatch: Sendable, Equatable {
  /// Which entries of a queue may be sent.
  package enum Contents: Sendable, Hashable {
    case everything
    /// Nothing with low priority.
    case urgent
    /// Only deletions, which make room.
    case deletions
  }

  package var zoneID: RecordZoneID
  /// In the order of the user's actions; a zone operation is always alone.
  package var entries: [OutboxEntry]
  /// All or nothing.
  package var isAtomic: Bool
  /// The zone's life in which the batch was made; an answer in another one changes nothing.
  package var epoch: Int64

  package init(
    zoneID: RecordZoneID, entries: [OutboxEntry], isAtomic: Bool, epoch: Int64 = 0
  ) {
    self.zoneID = zoneID
    self.entries = entries
    self.isAtomic = isAtomic
    self.epoch = epoch
  }
}

/// What the cloud said about one entry.
package struct OutboxOutcome: Sendable, Equatable {
  package enum Result: Sendable, Equatable {
    /// Stored; the cloud's copy where there is one.
    case acknowledged(Record?)
    /// The cloud has a version that this entry does not build on.
    case conflict(server: Record)
    /// Somebody has deleted the record.
    case gone(reason: String)
    /// Failed for good.
    case failed(reason: String)
    /// Not decided: the entry stays queued, and `mayBeStored` says whether the cloud may have stored it.
    case undecided(mayBeStored: Bool)
  }

  package var entry: OutboxEntry
  package var result: Result

  package init(entry: OutboxEntry, result: Result) {
    self.entry = entry
    self.result = result
  }
}

/// What is left of a zone's queue after the answers to a batch were applied.
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
