package import CloudModel

/// One thing that the user did and the cloud has not confirmed.
package struct OutboxEntry: Sendable, Equatable {
  package enum Operation: Sendable, Equatable {
    case saveZone
    case deleteZone
    /// With the change tag of the version it builds on; without one it must be new.
    case save(Record)
    case delete(RecordID)
  }

  /// The entry's place in the queue; its identity in the store.
  package var sequence: Int64
  /// Grows with every new intent for the same record; an answer for an older one clears nothing.
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
  /// What of a queue may travel.
  package enum Contents: Sendable, Hashable {
    case everything
    /// Nothing of low value.
    case urgent
    /// Only what makes room.
    case deletions
  }

  package var zoneID: RecordZoneID
  /// In the order in which the user did them; zone operations always alone.
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
    /// Somebody else's version is there.
    case conflict(server: Record)
    /// Somebody has deleted the record.
    case gone(reason: String)
    /// Failed for good.
    case failed(reason: String)
    /// Not decided; stays queued. It may have been stored, or was not.
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
  /// Entries that need no more sending as they were.
  package var progress: Int
  package var hasMore: Bool
  package var hasMoreOfLowValue: Bool
  /// Whether assets are to be moved that may have had to wait for these answers.
  package var hasTransfers: Bool

  package init(
    progress: Int = 0, hasMore: Bool = false, hasMoreOfLowValue: Bool = false,
    hasTransfers: Bool = false
  ) {
    self.progress = progress
    self.hasMore = hasMore
    self.hasMoreOfLowValue = hasMoreOfLowValue
    self.hasTransfers = hasTransfers
  }
}
